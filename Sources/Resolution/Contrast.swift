#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The contrast between a text and its background as WCAG 2 measures it: from 1 to 21.
package enum Contrast {
  /// The contrast that text needs to be readable (AA). The next one makes it easy to read (AAA).
  package static let readable = 4.5
  package static let comfortable = 7.0

  /// Returns the ratio of a text on an opaque background, which shows through a text that is not opaque.
  package static func ratio(text: ResolvedColor, background: ResolvedColor) -> Double {
    let alpha = Double(text.alpha) / 255
    let behind = luminance(background.channels)
    let front = luminance(zip(text.channels, background.channels).map { $0 * alpha + $1 * (1 - alpha) })
    return (max(front, behind) + 0.05) / (min(front, behind) + 0.05)
  }

  private static func luminance(_ channels: [Double]) -> Double {
    let linear = channels.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}

extension ResolvedColor {
  fileprivate var channels: [Double] { [red, green, blue].map { Double($0) / 255 } }
}
