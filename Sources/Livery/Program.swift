internal import Glibc

/// The program: it hands its arguments to the command they name.
@main
struct Program {
  static func main() {
    exit(CommandTable.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
