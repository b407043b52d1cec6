internal import Service
internal import Themes

/// Files that somebody names, and those in folders that somebody names, with the format of each.
struct DocumentCollection {
  struct Recognized {
    let file: SourceFile
    let format: ThemeFormat
    /// What its theme is called, or one of its themes.
    let theme: String
    /// Whether the content told the format, since the name did not.
    let isByContent: Bool
  }

  private(set) var recognized: [Recognized] = []
  /// Those that no format fits, as they were named.
  private(set) var unread: [String] = []
  /// What to say of files in folders that hold no themes.
  private(set) var passedOver: [String] = []

  /// - Parameter format: what somebody says that all of them are in.
  init(_ paths: [String], format: String?) throws(Command.CommandError) {
    if let format, ThemeFormat.named(format) == nil { throw .usage(ThemeFormat.unknown(format)) }
    do throws(DocumentFile.AccessError) {
      for path in paths {
        let inside = try DocumentFile.documents(in: path)
        for document in inside ?? [path] {
          let file = try DocumentFile.read(document, format: format)
          guard format == nil, let other = Self.otherUse(of: file) else {
            take(file)
            continue
          }
          guard inside != nil else { throw DocumentFile.AccessError(description: other) }
          passedOver.append(other)
        }
      }
      let parts = Set(recognized.flatMap { $0.file.parts.dropFirst().map(\.name) })
      recognized.removeAll { parts.contains($0.file.name) }
    } catch { throw .refused(error.description) }
  }

  /// What a file is that lies in a config folder and is no theme; nil for all others.
  private static func otherUse(of file: SourceFile) -> String? {
    if file.name.split(separator: "/").last == "livery.json" {
      return "'\(file.name)' holds a server's settings, not a theme."
    }
    guard file.name.hasSuffix(".json"), JSONReader.read(file).root?["classes"]?.kind == .object else {
      return nil
    }
    return "'\(file.name)' is a kit, not a theme; kits stand in the server's config folder, in kits/."
  }

  private mutating func take(_ file: SourceFile) {
    guard let (format, theme, isByContent) = ThemeFormat.recognized(file) else {
      unread.append(file.name)
      return
    }
    guard !ThemeFormat.isCompanion(file) else { return }
    let named = SourceFile(
      name: file.name, bytes: file.bytes, format: format.name, parts: file.parts, sections: file.sections)
    let file = named.gathering { (name: String) -> [UInt8]? in (try? DocumentFile.read(name))?.bytes }
    recognized.append(Recognized(file: file, format: format, theme: theme, isByContent: isByContent))
  }

  /// What to say of those that no format fits.
  var complaint: String {
    "'\(unread[0])' is in no format that is known"
      + (unread.count > 1 ? ", nor are \(unread.count - 1) more" : "")
      + "; --from says it: \(Quoted.choice(ThemeFormat.all.map(\.name)))."
  }
}
