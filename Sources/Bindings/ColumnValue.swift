/// What stands in a column of a database's table.
package enum ColumnValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A row of what a database answered.
package protocol ColumnRow: ~Copyable {
  subscript(_ column: Int) -> ColumnValue { get }
}
