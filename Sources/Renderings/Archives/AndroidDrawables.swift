internal import Resolution
internal import Themes

/// The images of a theme that Android can draw, by resource and density.
struct AndroidDrawables: Sendable {
  /// Of each resource the files by density, such as `xhdpi`.
  package private(set) var files: [String: [String: ImageFolder.ImageFile]] = [:]

  init(_ items: [FlatTheme.Item], in folder: ImageFolder) {
    for item in items {
      guard case .image(let image) = item.value, item.name == .image(image.name), let base = image.file?.base
      else { continue }
      var densities: [String: ImageFolder.ImageFile] = [:]
      for type in Self.types {
        for file in folder.files(base) where file.idiom == nil && file.type == type {
          densities[Self.density(file.scale)] = densities[Self.density(file.scale)] ?? file
        }
      }
      if !densities.isEmpty { files[item.name.snake] = densities }
    }
  }

  /// The element of `values` that an image is; nil where its drawable has its name.
  package func element(of item: FlatTheme.Item) -> String? {
    guard case .image(let image) = item.value else { return ThemeXML.element(item) }
    let drawable = FlatName.image(image.name).snake
    guard files[drawable] != nil else { return ThemeXML.element(item) }
    guard item.name != .image(image.name) else { return nil }
    return "<item name=\"\(item.name.snake)\" type=\"drawable\">@drawable/\(drawable)</item>"
  }

  /// What Android draws from a file as it is, the preferred one first.
  private static let types = ["png", "webp", "jpg", "jpeg", "gif"]

  private static func density(_ scale: Double) -> String {
    switch scale {
    case 0.75: "ldpi"
    case 1: "mdpi"
    case 1.5: "hdpi"
    case 2: "xhdpi"
    case 3: "xxhdpi"
    case 4: "xxxhdpi"
    default: "\(Int((scale * 160).rounded()))dpi"
    }
  }
}
