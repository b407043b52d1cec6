import Foundation
import TestServer
import Testing

/// The scripts by which shells complete the command line, read by shells where there are some.
@Suite struct `Completion` {
  private static func completed(_ words: String...) throws -> Set<Substring> {
    let script = """
      source <("\(Livery.path)" completion bash)
      COMP_WORDS=(livery \(words.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=\(words.count)
      _livery; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try Livery.run(arguments: ["-c", script], program: "/bin/bash")
    #expect(result.code == 0 && result.errors == "", "\(result.errors)")
    return Set(result.output.split(separator: "\n"))
  }

  @Test func `in bash names commands, then the flags of the one that stands there`() throws {
    #expect(try Self.completed("sche") == ["schedule", "schedules", "schema"])
    #expect(try Self.completed("").isSuperset(of: ["init", "serve", "completion", "--version"]))
    #expect(try Self.completed("switch", "--ch") == ["--channel"])
    #expect(try Self.completed("serve", "night", "--work") == ["--workers"])
    #expect(try Self.completed("swich", "--") == [])
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `has every command and its flags`(shell: String) throws {
    let script = try Livery.run("completion", shell)
    #expect(script.code == 0 && script.errors == "")
    let help = try Livery.run("--help").output
    let commands = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .compactMap { $0.split(separator: " ").first }
    #expect(commands.count > 15)
    for command in commands { #expect(script.output.contains(command), "\(command)") }
    #expect(script.output.contains(shell == "fish" ? "-l channel -r" : "--channel"))
  }

  @Test func `says for which shells there is a script`() throws {
    let refused = try Livery.run("completion", "fsh")
    #expect(
      refused.code == 2
        && refused.errors.contains("There is no completion script for 'fsh'; did you mean 'fish'?"))
  }
}
