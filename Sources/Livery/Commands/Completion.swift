internal import Documents
internal import Service
internal import Themes

extension Command {
  /// Prints a script by which a shell completes commands and flags.
  static let completion = Command(
    "completion", "Print a completion script for a shell.",
    operands: Operands(usage: "bash|zsh|fish", count: 1...1),
    details: """
      Run this in the shell, or add it to the shell's startup file:

        source <(livery completion bash)
        source <(livery completion zsh)
        livery completion fish | source
      """
  ) { arguments throws(CommandError) in
    let name = arguments.operands[0]
    guard let shell = CompletionScript.CompletingShell(rawValue: name) else {
      let names = CompletionScript.CompletingShell.allCases.map(\.rawValue)
      throw .usage("There is no completion script for '\(name)'\(NearestName.question(name, among: names))")
    }
    Console.print(CompletionScript(of: CommandTable.commands).text(for: shell))
    return .done
  }
}

/// A completion script for a shell: it completes commands, then the flags of a command.
struct CompletionScript {
  enum CompletingShell: String, CaseIterable {
    case bash, zsh, fish
  }

  private let commands: [Command]

  init(of commands: [Command]) { self.commands = commands }

  func text(for shell: CompletingShell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private var bash: String {
    let cases = commands.map { command in
      "    \(command.name)) words='\(flags(of: command).map(\.name).joined(separator: " "))' ;;\n"
    }
    return """
      _livery() {
        local words='\(commands.map(\.name).joined(separator: " ")) --help --version'
        (( COMP_CWORD == 1 )) || case ${COMP_WORDS[1]} in
      \(cases.joined())    *) words= ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))
      }
      complete -o default -F _livery livery

      """
  }

  private var zsh: String {
    let cases = commands.map { command in
      let flags = flags(of: command).map { Self.described($0.name, $0.meaning) }
      return "    \(command.name)) flags=(\(flags.joined(separator: " "))) ;;\n"
    }
    let names = commands.map { Self.described($0.name, $0.summary) }
    return """
      #compdef livery
      _livery() {
        local -a commands flags
        commands=(\(names.joined(separator: " ")))
        if (( CURRENT == 2 )); then _describe command commands; return; fi
        case ${words[2]} in
      \(cases.joined())  esac
        if [[ $PREFIX == -* ]]; then _describe flag flags; else _files; fi
      }
      compdef _livery livery

      """
  }

  private var fish: String {
    var lines: [String] = []
    for command in commands {
      lines.append(
        "complete -c livery -n __fish_use_subcommand -f -a \(command.name) -d \(Self.quoted(command.summary))"
      )
    }
    for command in commands {
      for flag in flags(of: command) {
        let value = flag.value == nil ? "" : " -r"
        lines.append(
          "complete -c livery -n '__fish_seen_subcommand_from \(command.name)' -l \(flag.name.dropFirst(2))\(value)"
            + " -d \(Self.quoted(flag.meaning))")
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func flags(of command: Command) -> [Flag] {
    command.flags + [Flag("--help", nil, "describe the command")]
  }

  /// Returns a word with its meaning in the syntax of zsh.
  private static func described(_ word: String, _ meaning: String) -> String {
    quoted("\(word):\(meaning.written { $0 == ":" ? "\\:" : nil })")
  }

  /// Returns the text in single quotes, with quotation marks escaped for all of these shells.
  private static func quoted(_ text: String) -> String { "'\(text.written { $0 == "'" ? "'\\''" : nil })'" }
}
