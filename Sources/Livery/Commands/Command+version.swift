internal import Service

extension Command {
  /// Prints the version.
  static let version = Command("version", "Print the version.", flags: [.json]) { arguments in
    if arguments.has(.json) {
      Console.print("{\"name\":\"livery\",\"version\":\"\(Version.number)\"}\n")
    } else {
      Console.print("livery \(Version.number)\n")
    }
    return .done
  }
}

extension Flag {
  /// For scripts; every command that prints something takes it.
  static let json = Flag("--json", nil, "print JSON instead of text")
}
