/// The value of a column in a database row.
package enum ColumnValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}

/// A row of a database result.
package protocol ColumnRow {
  subscript(_ column: Int) -> ColumnValue { get }
}

/// A row whose values were read.
package struct SQLRow: ColumnRow, Sendable {
  private let values: [ColumnValue]

  init(_ values: [ColumnValue]) { self.values = values }

  package subscript(_ column: Int) -> ColumnValue { values[column] }
}
