internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// A page of a list. A list may have thousands of items; a response has at most a hundred and a link to the next page.
struct ListPage: Sendable {
  let names: [String]
  /// The requested members of each item, or nil for all.
  let fields: Set<String>?
  let headers: [Request.Field]
  /// A text that differs for different pages of the list.
  let key: String

  private static let limit = PageLimit(usual: 100, most: 100)

  /// - Parameter fields: the members of the items.
  static func parameters(_ fields: [String]) -> [Operation.Parameter] {
    // No target has `%00`.
    let name = Operation.JSONSchema(#"{"type":"string","pattern":"^[^\\u0000]*$"}"#)
    let one = "(\(fields.joined(separator: "|")))"
    return [
      .init(.query, "prefix", "Only those whose names begin like this.", schema: name),
      .init(
        .query, "after", "Only those whose names come later: the `Link` header with `rel=\"next\"` has it.",
        schema: name),
      limit.parameter("How many, at most \(limit.most); as many where none is given."),
      .init(
        .query, "fields",
        "The members to give of each, with commas between: \(fields.joined(separator: ", ")).",
        schema: .init(#"{"type":"string","pattern":"^\#(one)(,\#(one))*$"}"#),
        example: fields.prefix(2).joined(separator: ",")),
    ]
  }

  /// - Parameter known: the members of the items.
  init(_ call: Call, of names: some Sequence<String>, fields known: [String]) throws(Refusal) {
    let (prefix, after) = (call["prefix"] ?? "", call["after"])
    let wanted = names.lazy.filter { name in
      (prefix.isEmpty || name.hasPrefix(prefix)) && after.map { name > $0 } ?? true
    }
    try self.init(call, known, "\(prefix) ") { limit in Self.smallest(limit, of: wanted)[...] }
  }

  /// - Parameters:
  ///   - names: all items of the list in its own order, by which `after` goes too.
  ///   - known: the members of the items.
  init(_ call: Call, inOrder names: [String], fields known: [String]) throws(Refusal) {
    try self.init(call, known, "") { limit throws(Refusal) in
      guard let after = call["after"] else { return names.prefix(limit) }
      guard let index = names.firstIndex(of: after) else {
        throw .badParameter("after", "names none of the list: '\(after.shown)'; start again without it.")
      }
      return names[(index + 1)...].prefix(limit)
    }
  }

  /// - Parameter find: returns the items from the first of the page on, at most as many as are wanted.
  private init(
    _ call: Call, _ known: [String], _ choice: String, find: (Int) throws(Refusal) -> ArraySlice<String>
  ) throws(Refusal) {
    let limit = try Self.limit.read(call["limit"])
    fields = try Self.fields(call["fields"], known)
    let first = try find(limit + 1)
    names = Array(first.prefix(limit))
    key = "\(limit) \(call["fields"] ?? "*") \(choice)after \(call["after"] ?? "")"
    headers = first.count > limit ? [Self.next(call.request, after: names[limit - 1])] : []
  }

  /// Returns the first names in ascending order, without sorting thousands to show a few.
  private static func smallest(_ count: Int, of names: some Sequence<String>) -> [String] {
    var found: [String] = []
    for name in names where found.count < count || name < found[count - 1] {
      found.insert(name, at: found.prefixCount { $0 < name })
      if found.count > count { found.removeLast() }
    }
    return found
  }

  private static func fields(_ text: String?, _ known: [String]) throws(Refusal) -> Set<String>? {
    guard let text else { return nil }
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    for name in names where !known.contains(name) {
      throw .badParameter(
        "fields", "names '\(name.shown)', which is no member\(NearestName.question(name, among: known))")
    }
    return Set(names)
  }

  /// Returns the header for the same request after a name (RFC 8288).
  private static func next(_ request: Request, after name: String) -> Request.Field {
    let others = request.query.filter { $0.name != "after" }
    let query = (others + [.init("after", name)]).map {
      "\($0.name)=\($0.value.percentEscaped(keeping: ","))"
    }
    let path = request.target.text.prefix { $0 != "?" }
    return Request.Field("Link", "<\(path)?\(query.joined(separator: "&"))>; rel=\"next\"")
  }
}

/// The number of entries that a response may have.
struct PageLimit: Sendable {
  /// The number without the parameter.
  let usual: Int
  let most: Int

  func parameter(_ summary: String) -> Operation.Parameter {
    .init(
      .query, "limit", summary, schema: .init(#"{"type":"integer","minimum":1,"maximum":\#(most)}"#),
      example: "50")
  }

  func read(_ text: String?) throws(Refusal) -> Int {
    guard let text else { return usual }
    guard let limit = Int(text), (1...most).contains(limit) else {
      throw .badParameter("limit", "is between 1 and \(most), not '\(text.shown)'.")
    }
    return limit
  }
}

/// The representations of lists, and of documents as they were stored.
extension Representation {
  /// Returns an object with one member, an array.
  /// - Parameter key: the state on which the array depends; the name if that is the catalog alone.
  static func list(
    _ name: String, key: String? = nil, _ call: Call,
    items: @escaping @Sendable (inout JSONWriter) -> Void
  ) throws(Refusal) -> Representation {
    try call.requireJSON()
    return Representation(key: key ?? name, type: .json, vary: ["Accept"]) { () throws(Refusal) in
      var json = JSONWriter()
      json.object { $0.array(name, items) }
      return json.finished()
    }
  }

  /// - Parameter state: the state on which the items depend besides the catalog.
  static func list(
    _ name: String, _ page: ListPage, at state: String = "", _ call: Call,
    items: @escaping @Sendable (inout JSONWriter) -> Void
  ) throws(Refusal) -> Representation {
    var list = try list(name, key: "\(name) \(state) \(page.key)", call, items: items)
    list.headers = page.headers
    return list
  }

  /// Returns a document as it was stored, in the type that its name implies.
  static func source(_ key: String, _ source: SourceFile, _ call: Call) throws(Refusal) -> Representation {
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
  /// Writes the members that name the file of a document, and the problems in it.
  mutating func document(_ source: SourceFile?, in library: Library) {
    let file = source?.name ?? ""
    // Problems may have to be found again, so they are not read for a list of names alone.
    lazy var found = library.problems(in: file)
    member("file", file)
    for (name, severity) in [("problems", Problem.Severity.error), ("warnings", .warning), ("notes", .note)] {
      array(name) { json in
        for problem in found where problem.severity == severity {
          json.object { $0.listed(problem, inFile: problem.place.file == source?.name) }
        }
      }
    }
  }

  private mutating func listed(_ problem: Problem, inFile isInFile: Bool) {
    member("code", problem.code)
    if !isInFile { member("file", problem.place.file) }
    member("line", problem.place.line)
    member("column", problem.place.column)
    problem.writeWord(to: &self)
    member("pointer", problem.place.pointer)
    member("message", problem.message)
  }
}
