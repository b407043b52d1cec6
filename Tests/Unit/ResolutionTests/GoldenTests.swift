internal import Documents
internal import Foundation
internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// Runs the golden files: themes, requests, a line of dashes, and the response to each request.
///
/// `LIVERY_GOLDEN=write` stores the responses; the test is then to read the difference.
struct GoldenTests {
  private static let folder = "\(ProjectFiles.root)/Tests/Fixtures/Questions"

  private static var names: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".golden") }.sorted()
  }

  @Test(arguments: names)
  func `these questions get exactly these answers`(name: String) throws {
    let path = "\(Self.folder)/\(name)"
    let parts = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n----\n")
    let answer = try Session(parts[0]).answers.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["LIVERY_GOLDEN"] == "write" {
      try (parts[0] + "\n----\n" + answer).write(toFile: path, atomically: true, encoding: .utf8)
    } else {
      #expect(answer == parts.dropFirst().joined(), "\(name)")
    }
  }

  @Test func `every golden file is found`() { #expect(Self.names.count >= 14) }
}

/// The input of one golden file: documents, each after a line `=== name`, requests after `=== ask`, the
/// names of image files after `=== images`. The requests are for the last theme.
private struct Session {
  private let theme: CompiledTheme
  private let questions: [String]

  init(_ input: String) throws {
    let shared = ProjectFiles.text("Tests/Fixtures/Questions/app.kit.json")
    var documents = [SourceFile(name: "kits/app.json", bytes: Array(shared.utf8))]
    var (questions, images): ([String], ImageFolder) = ([], .none)
    for part in ("\n" + input).components(separatedBy: "\n=== ").dropFirst() {
      let lines = part.components(separatedBy: "\n")
      let body = lines.dropFirst().filter { !$0.isEmpty }
      switch lines[0] {
      case "ask": questions = body
      case "images":
        images = ImageFolder(
          digests: Dictionary(uniqueKeysWithValues: body.map { ($0, FileDigest(sha256: "", bytes: 0)) }))
      default:
        documents.append(SourceFile(name: lines[0], bytes: Array(body.joined(separator: "\n").utf8)))
      }
    }
    let library = Library.read(kits: [documents[0]], themes: Array(documents.dropFirst()))
    #expect(!library.hasErrors, "\(library.problems)")
    let last = documents[documents.count - 1].baseName.dropLast(".json".count)
    theme = try #require(try Catalog(library, images: images).themes[String(last)])
    self.questions = questions
  }

  var answers: [String] {
    questions.flatMap { question in
      do {
        return ["> \(question)"] + (try answer(question))
      } catch {
        return ["> \(question)", "\((error as? LookupError)?.message ?? "\(error)")"]
      }
    }
  }

  /// `VERB SUBJECT… [in PATH] [overriding KEY=TEXT] [with TRAIT=VALUE…]`
  private func answer(_ question: String) throws -> [String] {
    var words = question.components(separatedBy: " ")
    let with = words.firstIndex(of: "with") ?? words.endIndex
    let pairs = words[with...].dropFirst().map { $0.components(separatedBy: "=") }
    words = Array(words[..<with])
    let overriding = words.firstIndex(of: "overriding") ?? words.endIndex
    let overrides = words[overriding...].dropFirst().map { $0.components(separatedBy: "=") }
      .map { Override(key: PropertyKey($0[0]), value: .string($0[1])) }
    words = Array(words[..<overriding])
    var path: [Target] = []
    if let index = words.firstIndex(of: "in") {
      path = try Target.path(parsing: words[index + 1])
      words = Array(words[..<index])
    }
    let traits = try TraitValues(pairs.map { (name: $0[0], value: $0[1]) }, kit: theme.kit.definition)
    let text = AnswerText(context: theme.context(traits), overrides: overrides)
    let subject = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "look": return try text.look(try Target(parsing: subject), path)
    case "key": return try text.key(words[2], try Target(parsing: subject), path)
    case "why": return try text.why(try Target(parsing: subject), path, all: false)
    case "why-all": return try text.why(try Target(parsing: subject), path, all: true)
    case "color": return [try text.context.color(named: subject).hex]
    case "value": return try text.value(subject)
    case "image": return try text.image(subject)
    case "theme": return text.theme()
    default: return ["no such question"]
    }
  }
}
