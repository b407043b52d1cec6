/// The archives that a theme is served in.
package enum ArchiveForm: String, Sendable, Hashable, CaseIterable {
  case android
  case appleAssets = "xcassets"

  package var word: String {
    switch self {
    case .android: "AndroidArchive"
    case .appleAssets: "AssetCatalog"
    }
  }

  package var summary: String {
    switch self {
    case .android: "The theme as a folder of Android resources"
    case .appleAssets: "The theme as an asset catalog for Xcode"
    }
  }

  package var detail: String {
    switch self {
    case .android:
      """
      A zip file that unpacks into `res/`: `values/livery.xml`, `values-night/livery.xml` with what is different at \
      night, and the images that Android takes as drawables by density. A trait in the query holds in all of them.
      """
    case .appleAssets:
      """
      A zip file with `Livery.xcassets`: a color set for each color and an image set for each image that has files, \
      light and dark, normal and high contrast, by scale and idiom. A trait in the query holds in all of them.
      """
    }
  }
}
