internal import Changes
package import Documents
internal import Resolution
package import Themes

/// A theme with its images, in a zip file: one document, with the files that it refers to where it refers to any, and any
/// number of images, in whatever folders.
package struct ThemePackage: Sendable {
  package struct PackedFile: Sendable {
    /// Without its folders.
    package let name: String
    package let bytes: [UInt8]
  }

  /// Called as its file is, without folders.
  package let document: SourceFile
  package let images: [PackedFile]

  /// - Parameters:
  ///   - dialects: the formats that its document may be in.
  ///   - bounds: how much it may have.
  ///   - inflate: unpacks bytes to so many; nil for anything else.
  package init(
    _ bytes: [UInt8], in dialects: Dialects, within bounds: ZipDirectory.Bounds,
    by inflate: (ArraySlice<UInt8>, Int) -> [UInt8]?
  ) throws(PackageProblem) {
    let members = try ZipDirectory(bytes, within: bounds).members.filter { !Self.isByTheWay($0.name) }
    var documents: [SourceFile] = []
    var images: [PackedFile] = []
    var seen: Set<String> = []
    for member in members {
      let name = String(member.name.split(separator: "/").last ?? "")
      // On some disks two such names are one file. Only what a document refers to is told apart by its folder.
      let isDocument = dialects.endings.contains(where: name.hasSuffix)
      guard seen.insert((isDocument ? member.name : name).lowercased()).inserted else {
        throw PackageProblem(.wrong, member.name, Self.twin)
      }
      let isImage = try Self.isImage(name, member.name, dialects)
      let content = try member.unpacked(from: bytes, by: inflate)
      if isImage {
        if let complaint = ImageFileName.complaint(about: content, named: name) {
          throw PackageProblem(.unsupported, member.name, complaint)
        }
        images.append(PackedFile(name: name, bytes: content))
      } else {
        documents.append(SourceFile(name: member.name, bytes: content))
      }
    }
    (document, self.images) = (try Self.document(of: documents, dialects), images)
  }

  private static let twin = "has the name of another entry; folders do not tell files apart"

  /// The one document, put together from its files where it has some.
  private static func document(of documents: [SourceFile], _ dialects: Dialects) throws(PackageProblem)
    -> SourceFile
  {
    let gathered = dialects.gathered(documents, isArchive: true) { _ in nil }
    guard let first = gathered.first else {
      throw PackageProblem(.wrong, "has no theme's document, such as theme.json")
    }
    guard gathered.count == 1 else {
      let (second, name) = (gathered[1], first.baseName.lowercased())
      throw PackageProblem(
        .wrong, second.name,
        second.baseName.lowercased() == name ? Self.twin : "is a second document; a package has one theme")
    }
    return SourceFile(
      name: String(first.baseName), bytes: first.bytes, parts: first.parts, sections: first.sections)
  }

  /// Whether it is an image; throws for what is neither that nor a document.
  private static func isImage(_ name: String, _ entry: String, _ dialects: Dialects) throws(PackageProblem)
    -> Bool
  {
    if ImageFolder.isImage(name) {
      guard ImageFileName.isValid(name) else {
        throw PackageProblem(.wrong, entry, "has a name that can't be served: \(ImageFileName.rule)")
      }
      return true
    }
    guard dialects.endings.contains(where: name.hasSuffix) else {
      throw PackageProblem(.unsupported, entry, "is neither a theme's document nor an image")
    }
    return false
  }

  /// What systems add to archives by themselves.
  private static func isByTheWay(_ name: String) -> Bool {
    let steps = name.split(separator: "/")
    return steps.first == "__MACOSX" || steps.contains { $0.hasPrefix(".") } || steps.last == "Thumbs.db"
  }
}
