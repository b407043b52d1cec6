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

  private static let most = 100

  /// - Parameter fields: the members that items have.
  static func parameters(_ fields: [String]) -> [Operation.Parameter] {
    [
      .init(.query, "prefix", "Only those whose names begin like this."),
      .init(
        .query, "after", "Only those whose names come later: the `Link` header with `rel=\"next\"` has it."),
      .init(
        .query, "limit", "How many, at most \(most); as many where none is given.",
        schema: .init(#"{"type":"integer","minimum":1,"maximum":\#(most)}"#), example: "50"),
      .init(
        .query, "fields",
        "The members to give of each, with commas between: \(fields.joined(separator: ", ")).",
        schema: listSchema(of: fields), example: fields.prefix(2).joined(separator: ",")),
    ]
  }

  private static func listSchema(of fields: [String]) -> Operation.JSONSchema {
    let one = "(\(fields.joined(separator: "|")))"
    return .init(#"{"type":"string","pattern":"^\#(one)(,\#(one))*$"}"#)
  }

  /// - Parameters:
  ///   - names: of all items.
  ///   - fields: the members that items have.
  init(_ request: ReadRequest, of names: some Sequence<String>, fields known: [String]) throws(Refusal) {
    let limit = try Self.limit(request["limit"])
    fields = try Self.fields(request["fields"], known)
    let (prefix, after) = (request["prefix"] ?? "", request["after"])
    let rest = names.filter { name in name.hasPrefix(prefix) && after.map { name > $0 } ?? true }.sorted()
    self.names = Array(rest.prefix(limit))
    key = "\(limit) \(request["fields"] ?? "*") \(prefix) after \(after ?? "")"
    headers = rest.count > limit ? [Self.next(request, after: rest[limit - 1])] : []
  }

  private static func limit(_ text: String?) throws(Refusal) -> Int {
    guard let text else { return most }
    guard let limit = Int(text), (1...most).contains(limit) else {
      throw .badParameter("limit", "is between 1 and \(most), not '\(text.shown)'.")
    }
    return limit
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
  private static func next(_ request: ReadRequest, after name: String) -> Request.Field {
    let others = request.query.filter { $0.name != "after" }
    let query = (others + [.init("after", name)]).map { "\($0.name)=\(escaped($0.value))" }
    let path = request.target.text.prefix { $0 != "?" }
    return Request.Field("Link", "<\(path)?\(query.joined(separator: "&"))>; rel=\"next\"")
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80
      let isKept = isPlain || (0x30...0x39).contains(byte) || "-._~,".utf8.contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      return isKept ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
    }.joined()
  }
}
