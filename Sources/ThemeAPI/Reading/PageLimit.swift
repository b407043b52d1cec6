/// How many entries an answer may have.
struct PageLimit: Sendable {
  /// Where the client says nothing of it.
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
