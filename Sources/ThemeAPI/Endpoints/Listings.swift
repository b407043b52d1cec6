internal import Changes
internal import Resolution
internal import Themes

/// The list of themes.
struct GetThemes: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/themes", id: "getThemes", tag: "Themes and kits", summary: "All themes",
    detail: "Every theme with what is wrong or worth knowing in its document.",
    answers: [.init(200, "The themes.", media: [.init(.json, .named("Themes"))]), .unchanged])

  func represent(
    _ question: Question, in moment: Moment, _ services: Services
  ) throws(Refusal) -> Representation {
    try question.requireJSON()
    let library = moment.edition.library
    return Representation(key: "themes", type: .json, vary: ["Accept"]) { () throws(Refusal) in
      var json = JSONWriter()
      json.object { json in
        json.member("themes") { json in
          json.array { json in
            for (_, theme) in library.themes.sorted(by: { $0.key < $1.key }) {
              theme.write(library, to: &json)
            }
          }
        }
      }
      return json.finished()
    }
  }
}

/// A theme's document as it was written.
struct GetThemeSource: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/themes/{name}", id: "getThemeSource", tag: "Themes and kits", summary: "A theme's document",
    detail: "The document as it was written; its `ETag` is what `If-Match` of an upload takes.",
    parameters: [.name("The theme's name.", example: "new-year")],
    answers: [
      .init(
        200, "The document.",
        media: [
          .init(.json, .named("Document")), .init(.tokens, .named("Document")), .init(.text, .string),
        ]), .unchanged, .refusal(404),
    ])

  func represent(
    _ question: Question, in moment: Moment, _ services: Services
  ) throws(Refusal) -> Representation {
    let library = moment.edition.library
    guard let source = library.sources[question.name] else {
      throw .unknown(.unknownTheme, "theme", question.name, among: library.themes.keys)
    }
    return try .source("theme source \(question.name)", source, question)
  }
}

/// The list of kits.
struct GetKits: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/kits", id: "getKits", tag: "Themes and kits", summary: "All kits",
    detail: "The vocabularies that themes are written in.",
    answers: [.init(200, "The kits.", media: [.init(.json, .named("Kits"))]), .unchanged])

  func represent(
    _ question: Question, in moment: Moment, _ services: Services
  ) throws(Refusal) -> Representation {
    try question.requireJSON()
    let library = moment.edition.library
    return Representation(key: "kits", type: .json, vary: ["Accept"]) { () throws(Refusal) in
      var json = JSONWriter()
      json.object { json in
        json.member("kits") { json in
          json.array { json in
            for (_, kit) in library.kits.sorted(by: { $0.key < $1.key }) { kit.write(library, to: &json) }
          }
        }
      }
      return json.finished()
    }
  }
}

/// A kit's document as it was written.
struct GetKitSource: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/kits/{name}", id: "getKitSource", tag: "Themes and kits", summary: "A kit's document",
    parameters: [.name("The kit's name.", example: "uikit")],
    answers: [
      .init(200, "The document.", media: [.init(.json, .named("Document"))]), .unchanged, .refusal(404),
    ])

  func represent(
    _ question: Question, in moment: Moment, _ services: Services
  ) throws(Refusal) -> Representation {
    let library = moment.edition.library
    guard let source = library.kitSources[question.name] else {
      throw .unknown(.unknownKit, "kit", question.name, among: library.kits.keys)
    }
    return try .source("kit source \(question.name)", source, question)
  }
}

extension Representation {
  /// A document as it came in, in the type that its name says.
  fileprivate static func source(
    _ key: String, _ source: SourceFile, _ question: Question
  ) throws(Refusal) -> Representation {
    let name = source.baseName
    let type: MediaType =
      name.hasSuffix(".txt") ? .text : name.hasSuffix(".tokens.json") ? .tokens : .json
    let offered = [type] + (type == .tokens ? [.json] : [])
    guard let chosen = Negotiation.mediaType(accept: question.header("Accept"), offered: offered) else {
      throw .notAcceptable(offered)
    }
    return Representation(key: "\(key) \(chosen.name)", type: chosen, vary: ["Accept"]) {
      () throws(Refusal) in
      source.bytes
    }
  }
}

extension Question {
  /// Refuses a client that takes no JSON.
  func requireJSON() throws(Refusal) {
    guard Negotiation.mediaType(accept: header("Accept"), offered: [.json]) != nil else {
      throw .notAcceptable([.json])
    }
  }
}

extension Theme {
  fileprivate func write(_ library: Library, to json: inout JSONWriter) {
    let file = library.sources[name]?.name ?? ""
    let found = library.problems.filter { $0.place.file == file }
    json.object { json in
      json.member("name", name)
      json.member("title", title ?? name)
      json.member("kit", kit)
      if let parent { json.member("parent", parent) }
      json.member("file", file)
      json.problems("problems", found.filter { $0.severity == .error })
      json.problems("warnings", found.filter { $0.severity == .warning })
      json.problems("notes", found.filter { $0.severity == .note })
    }
  }
}

extension Kit {
  fileprivate func write(_ library: Library, to json: inout JSONWriter) {
    let file = library.kitSources[name]?.name ?? ""
    let found = library.problems.filter { $0.place.file == file }
    json.object { json in
      json.member("name", name)
      json.member("title", title)
      json.member("classes", classes.count)
      json.strings("traits", traits.keys.sorted())
      json.member("file", file)
      json.problems("problems", found.filter { $0.severity == .error })
      json.problems("warnings", found.filter { $0.severity == .warning })
      json.problems("notes", found.filter { $0.severity == .note })
    }
  }
}

extension JSONWriter {
  /// A member with problems, each with its place.
  mutating func problems(_ name: String, _ problems: [Problem]) {
    member(name) { json in
      json.array { json in
        for problem in problems {
          json.object { json in
            json.member("code", problem.code)
            json.member("line", problem.place.line)
            json.member("column", problem.place.column)
            json.member("pointer", problem.place.pointer)
            json.member("message", problem.message)
          }
        }
      }
    }
  }
}
