package import Themes

extension CompiledKit {
  /// Reads a key as a look-up names it, for this class: joined axis values are put in the axis's own order.
  package func key(
    parsing text: some StringProtocol, ofClass className: String
  ) throws(LookupError) -> PropertyKey {
    switch names.key(String(text), of: className) {
    case .success(let (key, _)): return key
    case .failure(let refusal):
      throw LookupError(LookupError.Code(rawValue: refusal.code) ?? .unknownAxisValue, refusal.sentence)
    }
  }
}
