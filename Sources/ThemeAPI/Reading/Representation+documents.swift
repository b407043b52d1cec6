internal import Documents
internal import Renderings
internal import Themes

/// The representations of lists, with those of documents as they came in.
extension Representation {
  /// An object whose one member, of this name, is an array.
  /// - Parameter key: what the array depends on; the name where that is the catalog alone.
  static func list(
    _ name: String, key: String? = nil, _ call: Call,
    items: @escaping @Sendable (inout JSONWriter) -> Void
  ) throws(Refusal) -> Representation {
    try call.requireJSON()
    return Representation(key: key ?? name, type: .json, vary: ["Accept"]) { () throws(Refusal) in
      var json = JSONWriter()
      json.object { json in json.member(name) { json in json.array { json in items(&json) } } }
      return json.finished()
    }
  }

  /// A page of a list, as an object whose one member, of this name, is an array.
  /// - Parameter state: what the items depend on beside the catalog.
  static func list(
    _ name: String, _ page: ListPage, at state: String = "", _ call: Call,
    items: @escaping @Sendable (inout JSONWriter) -> Void
  ) throws(Refusal) -> Representation {
    var list = try list(name, key: "\(name) \(state) \(page.key)", call, items: items)
    list.headers = page.headers
    return list
  }

  /// A document as it came in, in the type that its name says.
  static func source(
    _ key: String, _ source: SourceFile, _ call: Call
  ) throws(Refusal) -> Representation {
    let name = source.baseName
    let type: MediaType =
      source.isPropertyList
      ? .propertyList : name.hasSuffix(".txt") ? .text : name.hasSuffix(".tokens.json") ? .tokens : .json
    let offered = [type] + (type == .tokens ? [.json] : [])
    guard let chosen = Negotiation.mediaType(accept: call.header("Accept"), offered: offered) else {
      throw .notAcceptable(offered)
    }
    return Representation(key: "\(key) \(chosen.name)", type: chosen, vary: ["Accept"]) {
      () throws(Refusal) in
      source.bytes
    }
  }
}

extension JSONWriter {
  /// The members that say where a document is from, with what was found in it.
  mutating func document(_ source: SourceFile?, in library: Library) {
    let file = source?.name ?? ""
    let found = library.problems(in: file)
    member("file", file)
    findings("problems", found, .error, of: source)
    findings("warnings", found, .warning, of: source)
    findings("notes", found, .note, of: source)
  }

  /// A member with the problems of one severity, each with its place.
  private mutating func findings(
    _ name: String, _ found: [Problem], _ severity: Problem.Severity, of source: SourceFile?
  ) {
    member(name) { json in
      json.array { json in
        for problem in found where problem.severity == severity {
          json.object { json in
            json.member("code", problem.code)
            if problem.place.file != source?.name { json.member("file", problem.place.file) }
            json.member("line", problem.place.line)
            json.member("column", problem.place.column)
            problem.writeWord(to: &json)
            json.member("pointer", problem.place.pointer)
            json.member("message", problem.message)
          }
        }
      }
    }
  }
}
