/// The strings that can name an image.
package enum ImageName {
  package static func isValid(_ name: some StringProtocol) -> Bool {
    let scalars = name.unicodeScalars
    guard let first = scalars.first, scalars.count <= 128, first != "/" else { return false }
    guard scalars.allSatisfy({ $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) && $0 != "\\" }) else {
      return false
    }
    return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }

  /// Ends the sentence that refuses a name.
  package static let rule =
    "it has 1 to 128 characters, no backslash, and neither begins with '/' nor has '.' or '..' as a step."
}
