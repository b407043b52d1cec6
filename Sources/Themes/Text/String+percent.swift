extension String {
  /// The text for a part of a URL: everything but letters, digits, `-._~` and what is named here as escapes.
  package func percentEscaped(keeping others: String = "") -> String {
    var escaped = ""
    for byte in utf8 {
      if byte.isAlphanumeric || "-._~".utf8.contains(byte) || others.utf8.contains(byte) {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        escaped += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return escaped
  }
}
