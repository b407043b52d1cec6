internal import Documents
internal import Resolution
internal import Themes

/// A file of the config folder that is not served, because an upload replaces it.
package struct HiddenFile: Sendable, Hashable {
  package enum Kind: String, Sendable { case theme, image, font }

  package let kind: Kind
  /// The name of the theme, or the file name of the image or font.
  package let name: String
  /// The file in the config folder, such as `themes/red.json`.
  package let file: String
  package let by: String
  package let at: Timestamp
}

extension ThemeSet {
  /// Returns the files that the uploads of a state hide, in the order of their names.
  func files(hiddenBy state: LogState) -> [HiddenFile] {
    let themes = state.uploads.values.flatMap { upload in
      library.themes(in: Upload.folder + upload.file).compactMap { theme in
        library.fileNames[theme].map {
          HiddenFile(kind: .theme, name: theme, file: $0, by: upload.by, at: upload.at)
        }
      }
    }
    let images = state.images.values.compactMap { image in
      files.images.path(of: image.file).map {
        HiddenFile(
          kind: FontFormat(ofFile: image.file) == nil ? .image : .font, name: image.file, file: $0,
          by: image.by, at: image.at)
      }
    }
    return (themes + images).sorted { ($0.file, $0.name) < ($1.file, $1.name) }
  }

  /// Returns the file of the config folder with one of the themes of an upload; nil if there is none.
  package func file(hiddenBy upload: Upload) -> String? {
    library.themes(in: Upload.folder + upload.file).compactMap { library.fileNames[$0] }.min()
  }

  /// Returns the file of the config folder with an image's name; nil if there is none.
  package func file(hiddenByImage name: String) -> String? { files.images.path(of: name) }
}

extension ThemeFiles {
  /// Returns whether a file is new, or differs from the one in other files.
  package func differ(from other: ThemeFiles, at file: String) -> Bool {
    func content(_ files: ThemeFiles) -> (document: SourceFile?, image: String?) {
      let name = file.split(separator: "/").last.map(String.init) ?? file
      let image = files.images.path(of: name) == file ? files.images.file(named: name) : nil
      return (files.themes.first { $0.name == file }, image?.fingerprint)
    }
    let (new, old) = (content(self), content(other))
    return new.document != old.document || new.image != old.image
  }
}

extension ImageFolder {
  /// Returns the path of the file of an image or a font in the config folder; nil if there is none.
  fileprivate func path(of name: String) -> String? { file(named: name)?.path }
}
