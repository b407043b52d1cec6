internal import Service

extension ConfigFolder {
  /// The folder that somebody names, or the usual one; nil where none was named and there is none.
  static func named(_ name: String?) throws(ReadError) -> ConfigFolder? {
    do throws(ReadError) { return try read(name ?? "Config") } catch {
      guard name == nil, case .missing = error else { throw error }
      return nil
    }
  }
}
