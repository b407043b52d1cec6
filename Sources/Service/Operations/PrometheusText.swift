internal import Documents
internal import Themes

/// Writes metrics in Prometheus' text format.
struct PrometheusText {
  private(set) var text = ""

  enum Kind: String { case counter, gauge, histogram }

  /// Begins a metric; its samples follow.
  mutating func metric(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  mutating func sample(_ name: String, _ value: some BinaryInteger, _ labels: [(String, String)] = []) {
    line(name, labels, "\(value)")
  }

  mutating func sample(_ name: String, _ value: Double, _ labels: [(String, String)] = []) {
    line(name, labels, "\(value)")
  }

  /// A metric that is one number.
  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: some BinaryInteger) {
    metric(name, kind, help)
    sample(name, value)
  }

  /// - Parameters:
  ///   - bounds: the upper ends of the buckets; the last bucket has none.
  ///   - counts: one for each bound, then one for all that is larger; not cumulated.
  mutating func histogram(_ name: String, _ help: String, bounds: [Double], counts: [UInt64], sum: Double) {
    metric(name, .histogram, help)
    var total: UInt64 = 0
    for (bound, count) in zip(bounds, counts) {
      total += count
      sample("\(name)_bucket", total, [("le", "\(bound)")])
    }
    total += counts.last ?? 0
    sample("\(name)_bucket", total, [("le", "+Inf")])
    sample("\(name)_sum", sum)
    sample("\(name)_count", total)
  }

  private mutating func line(_ name: String, _ labels: [(String, String)], _ value: String) {
    let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    text += pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs)} \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    value.written { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: nil
      }
    }
  }
}
