internal import Service
internal import Themes

extension Command {
  /// Prints a script by which a shell completes commands and flags.
  static let completion = Command(
    "completion", "Print a script by which a shell completes commands and flags.",
    operands: Operands(usage: "bash|zsh|fish", count: 1...1),
    details: """
      For the shell that runs, or in the file that it reads at its start:

        source <(livery completion bash)
        source <(livery completion zsh)
        livery completion fish | source
      """
  ) { arguments throws(CommandError) in
    let name = arguments.operands[0]
    guard let shell = CompletionScript.CompletingShell(rawValue: name) else {
      let names = CompletionScript.CompletingShell.allCases.map(\.rawValue)
      throw .usage("There is no script for '\(name)'\(NearestName.question(name, among: names))")
    }
    Console.print(CompletionScript(of: CommandTable.commands).text(for: shell))
    return .done
  }
}
