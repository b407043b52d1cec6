/// The value of a column in a database row.
package enum ColumnValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A row of a database result.
package protocol ColumnRow: ~Copyable {
  subscript(_ column: Int) -> ColumnValue { get }
}
