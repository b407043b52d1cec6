internal import Documents

/// The forms in which tools of code review read the problems of a check.
enum CheckOutput: String, CaseIterable {
  case text, json, sarif, github

  /// Returns the problems as SARIF 2.1.0.
  /// - Parameter path: returns the path of a file relative to the working directory.
  static func sarif(_ problems: [Problem], path: (SourceLocation) -> String) -> String {
    JSONWriter.document { json in
      json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      json.member("version", "2.1.0")
      json.objects("runs", for: [problems]) { json, problems in
        json.object("tool") { json in
          json.object("driver") { json in
            json.member("name", "livery")
            json.objects("rules", for: Set(problems.map(\.code)).sorted()) { $0.member("id", $1) }
          }
        }
        json.objects("results", for: problems) { json, problem in
          json.member("ruleId", problem.code)
          json.member("level", problem.severity.rawValue)
          json.object("message") { $0.member("text", problem.message) }
          json.objects("locations", for: [problem.place]) { json, place in
            json.object("physicalLocation") { json in
              json.object("artifactLocation") { $0.member("uri", escaped(path(place))) }
              json.object("region") { json in
                json.member("startLine", place.line)
                json.member("startColumn", place.column)
              }
            }
          }
        }
      }
    }
  }

  /// Returns the problems as commands of GitHub's workflows, a line each, which become annotations.
  static func github(_ problems: [Problem], path: (SourceLocation) -> String) -> String {
    problems.map { problem in
      let level = problem.severity == .note ? "notice" : problem.severity.rawValue
      return "::\(level) file=\(value(path(problem.place), ",:")),line=\(problem.place.line),"
        + "col=\(problem.place.column),title=\(value(problem.code, ",:"))::\(value(problem.message))\n"
    }.joined()
  }

  /// Returns a text without the signs that end a part of a command.
  private static func value(_ text: String, _ others: String = "") -> String {
    escaped(text, "%\r\n" + others)
  }

  private static func escaped(_ text: String, _ signs: String = "% #?\"") -> String {
    text.written { scalar in
      guard signs.unicodeScalars.contains(scalar) else { return nil }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }
  }
}
