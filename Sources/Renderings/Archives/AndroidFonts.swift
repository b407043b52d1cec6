internal import Resolution
internal import Themes

/// The fonts of a theme as Android takes them: files and families in the folder `font`.
struct AndroidFonts {
  private(set) var files: [(path: String, file: ImageFolder.ImageFile)] = []
  private(set) var families: [(path: String, content: [UInt8])] = []
  /// The comments that name what Android does not take.
  private(set) var comments: [String] = []
  private var taken: Set<String> = []

  init(_ fonts: [FontFamily]) {
    for family in fonts {
      let name = unused(FlatName.color(family.name).snake)
      var elements: [String] = []
      for one in family.faces {
        guard ["ttf", "otf"].contains(one.file.type) else {
          // A comment of XML has no two dashes in a row.
          let shown = one.file.name.reduce(into: "") { $0.append($1 == "-" && $0.last == "-" ? "_" : $1) }
          comments.append("<!-- \(shown): Android takes no .\(one.file.type). -->")
          continue
        }
        let stem = one.file.name.prefix { $0 != "." }
        let file = unused(FlatName.color(String(stem)).snake)
        files.append(("font/\(file).\(one.file.type)", one.file))
        let weight = min(max(one.face.weights.contains(400) ? 400 : one.face.weights.lowerBound, 1), 1000)
        elements.append(
          "    <font android:fontStyle=\"\(one.face.style == .normal ? "normal" : "italic")\" android:fontWeight=\"\(weight)\" "
            + "android:font=\"@font/\(file)\" />\n")
      }
      guard !elements.isEmpty else { continue }
      let text =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<font-family xmlns:android=\"http://schemas.android.com/apk/res/android\">\n"
        + elements.joined() + "</font-family>\n"
      families.append(("font/\(name).xml", Array(text.utf8)))
    }
  }

  /// Returns a name that no other resource of this type has: two of one name get a number.
  private mutating func unused(_ name: String) -> String {
    var (candidate, number) = (name, 2)
    while !taken.insert(candidate).inserted {
      candidate = "\(name)_\(number)"
      number += 1
    }
    return candidate
  }
}
