internal import Resolution
internal import Themes

extension ThemeFiles {
  /// Tells these files from others: kits, themes, the names and bytes of images, and what shows where nobody has chosen.
  func fingerprint(defaultTheme: String?) -> Fingerprint {
    var fingerprint = Fingerprint()
    for source in (kits + themes).sorted(by: { $0.name < $1.name }) {
      fingerprint.add(source.name)
      fingerprint.add(source.bytes)
    }
    for image in images.allFiles {
      fingerprint.add(image.name)
      fingerprint.add(image.fingerprint)
    }
    fingerprint.add(defaultTheme)
    return fingerprint
  }
}
