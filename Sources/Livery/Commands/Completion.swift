internal import Documents
internal import Service
internal import Themes

extension Command {
  static let completion = Command(
    name: "completion", summary: "Print a completion script for a shell.",
    operands: ("bash|zsh|fish", 1...1),
    details: """
      Run this in the shell, or add it to the shell's startup file:

        source <(livery completion bash)
        source <(livery completion zsh)
        livery completion fish | source
      """
  ) { arguments throws(CommandError) in
    let (name, script) = (arguments.operands[0], CompletionScript(commands: CommandTable.commands))
    switch name {
    case "bash": Console.print(script.bash)
    case "zsh": Console.print(script.zsh)
    case "fish": Console.print(script.fish)
    default:
      let question = NearestName.question(name, among: ["bash", "zsh", "fish"])
      throw .usage("There is no completion script for '\(name)'\(question)")
    }
    return .done
  }
}

/// A completion script for a shell: it completes commands, then the flags of a command.
private struct CompletionScript {
  let commands: [Command]

  var bash: String {
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

  var zsh: String {
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
      # zsh calls the file itself if it is in the path of functions.
      if [[ ${funcstack[1]} == _livery ]]; then _livery; else compdef _livery livery; fi

      """
  }

  var fish: String {
    let names = commands.map { command in
      "complete -c livery -n __fish_use_subcommand -f -a \(command.name) -d \(Self.quoted(command.summary))\n"
    }
    let others = commands.flatMap { command in
      flags(of: command).map { flag in
        "complete -c livery -n '__fish_seen_subcommand_from \(command.name)' -l \(flag.name.dropFirst(2))"
          + "\(flag.value == nil ? "" : " -r") -d \(Self.quoted(flag.meaning))\n"
      }
    }
    return (names + others).joined()
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
