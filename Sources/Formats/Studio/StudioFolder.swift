package import Documents
internal import Themes

/// A folder of Tokens Studio: one document with a file for each set, beside `$themes.json` and `$metadata.json`.
package enum StudioFolder {
  /// The ending of such a folder's name in the config folder.
  package static let suffix = ".tokensstudio"
  private static let fileSuffix = ".json"
  static let themes = "$themes"
  static let metadata = "$metadata"

  /// Folders for sets such as `core/colors` are no deeper.
  package static let deepest = 16

  package static func isOne(named name: some StringProtocol) -> Bool { name.hasSuffix(suffix) }

  /// Indicates whether a file of this name marks the folder around it as one of Tokens Studio.
  package static func isMark(_ name: some StringProtocol) -> Bool {
    name == themes + fileSuffix || name == metadata + fileSuffix
  }

  /// Indicates whether a file of this name in the folder belongs to the document.
  package static func isPart(_ name: some StringProtocol) -> Bool {
    isMark(name) || TokenFolder.isPart(name) && !toolFiles.contains(String(name))
  }

  /// Files of other tools that lie beside sets.
  private static let toolFiles: Set = [
    "package.json", "package-lock.json", "tsconfig.json", "composer.json", "bower.json", "deno.json",
    "lerna.json",
    "manifest.json", "renovate.json", "turbo.json", "nx.json",
  ]

  /// Returns the reason why files are no document; nil if they are one.
  static func complaint(about files: [SourceFile]) -> (code: String, message: String)? {
    if files.areTooMany {
      return (
        "too-many-files",
        "A folder has at most \(SourceFile.mostParts) files with 16 MiB together; this one has more."
      )
    }
    return files.contains { !isMark($0.baseName) }
      ? nil : ("no-sets", "There is no set in this folder; each is a file, such as 'core.json'.")
  }

  /// Returns the files, those of each such folder as one document.
  static func gathered(_ files: [SourceFile]) -> [SourceFile] {
    var folders: [String: [SourceFile]] = [:]
    var others: [SourceFile] = []
    for file in files {
      if let folder = folder(of: file.name), isPart(file.baseName) {
        folders[folder, default: []].append(file)
      } else {
        others.append(file)
      }
    }
    return others
      + folders.sorted { $0.key < $1.key }.map {
        SourceFile(studioFolder: $0.key, $0.value, in: "\($0.key)/")
      }
  }

  /// Returns the outermost such folder that a file is in.
  private static func folder(of name: String) -> String? {
    let steps = name.split(separator: "/", omittingEmptySubsequences: false)
    return steps.dropLast().firstIndex { isOne(named: $0) }.map { steps[...$0].joined(separator: "/") }
  }

  /// Indicates whether a file's name says that files of Tokens Studio are around it.
  static func claims(_ file: SourceFile) -> Bool { isMark(file.baseName) || folder(of: file.name) != nil }

  /// Does the same for an archive, in which the folder of an export may have any name.
  package static func gathered(archived files: [SourceFile]) -> [SourceFile] {
    guard let mark = files.first(where: { isMark($0.baseName) && folder(of: $0.name) == nil }) else {
      return files
    }
    let root = String(mark.folder)
    let isIn = { (file: SourceFile) in file.name.hasPrefix(root) && isPart(file.baseName) }
    let name = (root.split(separator: "/").last.map(String.init) ?? "tokens") + suffix
    return files.filter { !isIn($0) } + [SourceFile(studioFolder: name, files.filter(isIn), in: root)]
  }

  /// Returns the name of a file's content in the document: the set's name, or `$themes` or `$metadata`.
  static func member(_ file: SourceFile, in root: String) -> String {
    String(JSON5.plainName(file.name.dropFirst(root.count)).dropLast(fileSuffix.count))
  }
}

extension SourceFile {
  /// Makes one document of a folder of Tokens Studio: its bytes are those of an export in one file.
  /// - Parameter root: the beginning of the names of the files, up to the last slash before their sets' names.
  package init(studioFolder name: String, _ files: [SourceFile], in root: String, format: String? = nil) {
    let files = files.sorted { $0.name < $1.name }
    let members = files.enumerated().map { (name: StudioFolder.member($1, in: root), part: $0 + 1) }
    let sets = members.filter { $0.name.utf8.first != UInt8(ascii: "$") }
    var text = GatheredText()
    for (name, part) in sets + members.filter({ $0.name.utf8.first == UInt8(ascii: "$") }) {
      text.add(text.bytes.isEmpty ? "{\n".utf8 : ",\n".utf8)
      text.add(
        files[part - 1].bytes, named: "\"\(JSONWriter.content(of: name))\": ", of: part, depth: 1)
    }
    if !members.contains(where: { $0.name == StudioFolder.metadata }) {
      // Without it a file with no themes would be one set.
      var json = JSONWriter()
      json.object { $0.strings("tokenSetOrder", sets.map(\.name)) }
      text.add(text.bytes.isEmpty ? "{\n".utf8 : ",\n".utf8)
      text.add("\"\(StudioFolder.metadata)\": ".utf8)
      text.add(json.finished())
    }
    text.add("\n}\n".utf8)
    let format = format ?? StudioDialect.formatName
    self.init(
      name: name, bytes: text.bytes, format: format,
      parts: [SourceFile(name: name, bytes: text.bytes, format: format)] + files, sections: text.sections)
  }
}
