internal import Documents
internal import Themes

/// The part of a list that a request asks for. A list may have thousands of items; an answer has a hundred of them at
/// most, and says where the next are.
struct ListPage: Sendable {
  /// The names on it, in ascending order.
  let names: [String]
  /// The members of each item that are wanted; nil for all.
  let fields: Set<String>?
  /// Where the next page is; none on the last.
  let headers: [Request.Field]
  /// Differs from that of every other page of the list.
  let key: String

  private static let limit = PageLimit(usual: 100, most: 100)

  /// - Parameter fields: the members that items have.
  static func parameters(_ fields: [String]) -> [Operation.Parameter] {
    [
      .init(.query, "prefix", "Only those whose names begin like this.", schema: name),
      .init(
        .query, "after", "Only those whose names come later: the `Link` header with `rel=\"next\"` has it.",
        schema: name),
      limit.parameter("How many, at most \(limit.most); as many where none is given."),
      .init(
        .query, "fields",
        "The members to give of each, with commas between: \(fields.joined(separator: ", ")).",
        schema: listSchema(of: fields), example: fields.prefix(2).joined(separator: ",")),
    ]
  }

  /// No target has `%00`.
  private static let name = Operation.JSONSchema(#"{"type":"string","pattern":"^[^\\u0000]*$"}"#)

  private static func listSchema(of fields: [String]) -> Operation.JSONSchema {
    let one = "(\(fields.joined(separator: "|")))"
    return .init(#"{"type":"string","pattern":"^\#(one)(,\#(one))*$"}"#)
  }

  /// - Parameters:
  ///   - names: of all items.
  ///   - fields: the members that items have.
  init(_ call: Call, of names: some Sequence<String>, fields known: [String]) throws(Refusal) {
    let limit = try Self.limit.read(call["limit"])
    fields = try Self.fields(call["fields"], known)
    let (prefix, after) = (call["prefix"] ?? "", call["after"])
    let wanted = names.lazy.filter { name in
      (prefix.isEmpty || name.hasPrefix(prefix)) && after.map { name > $0 } ?? true
    }
    let first = Self.smallest(limit + 1, of: wanted)
    self.names = Array(first.prefix(limit))
    key = "\(limit) \(call["fields"] ?? "*") \(prefix) after \(after ?? "")"
    headers = first.count > limit ? [Self.next(call.request, after: first[limit - 1])] : []
  }

  /// The first of the names in ascending order. There may be thousands, of which a page shows few.
  private static func smallest(_ count: Int, of names: some Sequence<String>) -> [String] {
    var found: [String] = []
    for name in names where found.count < count || name < found[count - 1] {
      var (low, high) = (0, found.count)
      while low < high {
        let middle = (low + high) / 2
        if found[middle] < name { low = middle + 1 } else { high = middle }
      }
      found.insert(name, at: low)
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

  /// The same question about what comes after a name (RFC 8288).
  private static func next(_ request: Request, after name: String) -> Request.Field {
    let others = request.query.filter { $0.name != "after" }
    let query = (others + [.init("after", name)]).map {
      "\($0.name)=\($0.value.percentEscaped(keeping: ","))"
    }
    let path = request.target.text.prefix { $0 != "?" }
    return Request.Field("Link", "<\(path)?\(query.joined(separator: "&"))>; rel=\"next\"")
  }
}
