/// A statement with the values of its parameters, `$1` first.
package struct PostgresStatement: Sendable, Hashable {
  package let sql: String
  package let values: [PostgresValue]

  package init(_ sql: String, _ values: PostgresValue...) { self.init(sql, values) }

  package init(_ sql: String, _ values: [PostgresValue]) {
    self.sql = sql
    self.values = values
  }
}

/// The value of a parameter. The server makes a number or an array of a text where the statement asks for one.
package enum PostgresValue: Sendable, Hashable {
  case null
  /// Without U+0000, which PostgreSQL's text can't hold: such a statement is refused.
  case text(String)
  case bytes([UInt8])

  package static func number(_ number: Int64) -> PostgresValue { .text(String(number)) }
}
