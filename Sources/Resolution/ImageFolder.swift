internal import Documents
package import Themes

/// The SHA-256 of a file's bytes, and their number.
package struct FileDigest: Sendable, Hashable {
  package let sha256: String
  package let bytes: Int

  package init(sha256: String, bytes: Int) { (self.sha256, self.bytes) = (sha256, bytes) }
}

/// The image files by bare name, and the files of fonts. A new value replaces it when the folder changes.
package struct ImageFolder: Sendable, Hashable {
  /// The files, or nil without a configured folder: then clients get only candidates.
  private let files: [String: [ImageFile]]?
  private let fonts: [String: ImageFile]
  /// The scales of all files, in ascending order.
  private let scales: [Double]
  private let idioms: Set<String>

  /// One file with the parts of its name: `logo@2x~pad.png`.
  package struct ImageFile: Sendable, Hashable {
    package let name: String
    package let base: String
    package let scale: Double
    package let idiom: String?
    package let type: String
    /// The SHA-256 of its bytes.
    package let fingerprint: String
    package let bytes: Int
    /// The query of its URL; empty unless it is an image of a draft.
    package fileprivate(set) var query = ""

    /// The path in a config folder.
    package var path: String { FontFormat(ofFile: name) == nil ? "images/\(name)" : "fonts/\(name)" }
  }

  package static let none = ImageFolder(files: nil)

  /// The file name extensions of images, the preferred one first.
  package static let types = ["png", "jpg", "jpeg", "webp", "avif", "gif", "svg", "pdf"]

  private init(files: [String: [ImageFile]]?, fonts: [String: ImageFile] = [:]) {
    (self.files, self.fonts) = (files, fonts)
    let all = (files ?? [:]).values.joined()
    scales = Set(all.map(\.scale)).sorted()
    idioms = Set(all.compactMap(\.idiom))
  }

  /// - Parameters:
  ///   - digests: the digest of each file by its name. Files that are neither images nor fonts are left out.
  ///   - hasImages: whether there is a folder of images; without one, clients get only candidates.
  package init(digests: [String: FileDigest], hasImages: Bool = true) {
    var (files, fonts): ([String: [ImageFile]], [String: ImageFile]) = ([:], [:])
    for (name, digest) in digests.sorted(by: { $0.key < $1.key }) {
      if let font = FontFormat(ofFile: name) {
        fonts[name] = ImageFile(
          name: name, base: name, scale: 1, idiom: nil, type: font.rawValue, fingerprint: digest.sha256,
          bytes: digest.bytes)
      } else if let file = Self.file(name, digest) {
        files[file.base, default: []].append(file)
      }
    }
    self.init(files: hasImages || !files.isEmpty ? files : nil, fonts: fonts)
  }

  /// Returns the folder with additional files, which replace those of the same names.
  package func adding(_ digests: [String: FileDigest]) -> ImageFolder {
    guard !digests.isEmpty else { return self }
    let own = allFiles.map { ($0.name, FileDigest(sha256: $0.fingerprint, bytes: $0.bytes)) }
    return ImageFolder(digests: Dictionary(own) { $1 }.merging(digests) { $1 }, hasImages: files != nil)
  }

  /// Returns the traits that choose among the files of these folders, with the values that do.
  static func choices(of folders: [ImageFolder]) -> [(trait: String, values: [String])] {
    let scales = Set(folders.flatMap(\.scales)).subtracting([1]).sorted()
    let idioms = folders.reduce(into: Set<String>()) { $0.formUnion($1.idioms) }
    return [
      ("displayScale", scales.map { JSONWriter.shortest($0) }), ("userInterfaceIdiom", idioms.sorted()),
    ]
  }

  /// Returns the folder with a query in the URLs of these files.
  package func asking(_ query: String, for names: Set<String>) -> ImageFolder {
    guard !names.isEmpty else { return self }
    func asking(_ file: ImageFile) -> ImageFile {
      var file = file
      if names.contains(file.name) { file.query = query }
      return file
    }
    return ImageFolder(files: files?.mapValues { $0.map(asking) }, fonts: fonts.mapValues(asking))
  }

  /// The traits that choose among the files of an image.
  static let choosingTraits = ["displayScale", "userInterfaceIdiom"]

  var isEmpty: Bool { files?.isEmpty ?? true }

  package static func isImage(_ name: String) -> Bool { file(name) != nil }

  package static func bareName(of name: String) -> String? { file(name)?.base }

  package var baseNames: [String] { files?.keys.sorted() ?? [] }
  package var allFiles: [ImageFile] {
    (Array((files ?? [:]).values.joined()) + fonts.values).sorted { $0.name < $1.name }
  }

  package var fontNames: [String] { fonts.keys.sorted() }

  package func font(named name: String) -> ImageFile? { fonts[name] }

  /// Returns the file of an image or a font.
  package func file(named name: String) -> ImageFile? {
    fonts[name] ?? Self.file(name).flatMap { parsed in files?[parsed.base]?.first { $0.name == name } }
  }

  /// Returns the names of the fonts whose files differ.
  package func fonts(differingFrom other: ImageFolder) -> Set<String> {
    Set(fonts.keys).union(other.fonts.keys).filter { fonts[$0] != other.fonts[$0] }
  }

  package func bases(differingFrom other: ImageFolder) -> Set<String> {
    guard self != other else { return [] }
    let all = Set((files ?? [:]).keys).union((other.files ?? [:]).keys)
    return all.filter { files($0) != other.files($0) }
  }

  package func files(_ base: String) -> [ImageFile] { files?[base] ?? [] }

  /// Returns the best file of this bare name for a scale and an idiom, or nil if there is none.
  ///
  /// A file for the idiom is better than one without an idiom; one for another idiom does not count. Then the scale
  /// decides: the exact one, else the next higher, else the highest.
  package func file(_ base: String, scale: Double, idiom: String?) -> ImageFile? {
    let fitting = files?[base]?.filter { $0.idiom == nil || $0.idiom == idiom } ?? []
    let own = fitting.filter { $0.idiom != nil }
    return (own.isEmpty ? fitting : own).min { a, b in
      let (one, other) = (Self.rank(a, scale), Self.rank(b, scale))
      return one != other ? one < other : Self.typeRank(a) < Self.typeRank(b)
    }
  }

  /// Returns the scale that traits name.
  package static func scale(of traits: [String: String]) -> Double {
    traits["displayScale"].flatMap { Double($0) } ?? 1
  }

  /// Returns a number that is the same for all scales that select the same files.
  package func step(ofScale scale: Double) -> Int { scales.count { $0 < scale } }

  /// Indicates whether any file is for an idiom.
  func has(idiom: String) -> Bool { idioms.contains(idiom) }

  /// Returns the rank of a file, lower is better: the distance upwards, and behind all of these the distance downwards.
  private static func rank(_ file: ImageFile, _ scale: Double) -> Double {
    file.scale >= scale ? file.scale - scale : 1_000_000 + scale - file.scale
  }

  private static func typeRank(_ file: ImageFile) -> Int { types.firstIndex(of: file.type) ?? types.count }

  private static func file(
    _ name: String, _ digest: FileDigest = FileDigest(sha256: "", bytes: 0)
  ) -> ImageFile? {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    let type = name[name.index(after: dot)...].lowercased()
    guard types.contains(type) else { return nil }
    var base = name[..<dot]
    var idiom: String?
    if let tilde = base.lastIndex(of: "~") {
      idiom = String(base[base.index(after: tilde)...])
      base = base[..<tilde]
    }
    var scale = 1.0
    if base.hasSuffix("x"), let at = base.lastIndex(of: "@"),
      let written = Double(base[base.index(after: at)...].dropLast()), written > 0, written <= 16
    {
      scale = written
      base = base[..<at]
    }
    guard !base.isEmpty else { return nil }
    return ImageFile(
      name: name, base: String(base), scale: scale, idiom: idiom, type: type,
      fingerprint: digest.sha256, bytes: digest.bytes)
  }
}

package struct ImageAnswer: Sendable, Hashable {
  package let name: String
  /// The bare names to try, in order: with each generation's prefix from the child up, then without.
  package let candidates: [String]
  /// The chosen file, or nil if there is no image folder or no file of the candidates.
  package let file: ImageFolder.ImageFile?
}

extension CompiledTheme {
  /// The names of the theme's images and of those in its rules.
  var imageNames: [String] { table.images.names + table.ruleImages }

  /// Indicates whether the theme names an image that these files can stand for.
  package func namesImage(shownFrom base: String) -> Bool {
    !imageNames(shownFrom: [base]).isDisjoint(with: imageNames)
  }

  /// Returns the names of images that these files can stand for with any traits.
  package func imageNames(shownFrom bases: Set<String>) -> Set<String> {
    guard !bases.isEmpty else { return [] }
    let bare = Set(
      bases.flatMap { base in
        (imagePrefixes + [""]).filter { base.hasPrefix($0) }.map { String(base.dropFirst($0.count)) }
      })
    let named = table.images.names.enumerated().filter { id, name in
      table.images.contents(of: id).contains { bare.contains($0 ?? name) }
    }.map(\.element)
    return bare.filter { !$0.isEmpty && table.images.id(of: $0) == nil }.union(named)
  }
}

extension ThemeContext {
  /// Returns candidates and file of an image: an entry of the theme's `images`, an image of a rule, or a file of the folder.
  /// - Parameter evenUnnamed: whether to accept files that the theme does not name.
  package func image(named name: String, evenUnnamed: Bool = true) throws(LookupError) -> ImageAnswer {
    let known = theme.imageNames
    let answer = answer(image: name)
    if known.contains(name) || evenUnnamed && answer.file != nil || isOwn(answer, of: name) { return answer }
    let bare = ImageFolder.bareName(of: name).flatMap { bare in
      known.contains(bare) || evenUnnamed && self.answer(image: bare).file != nil ? bare : nil
    }
    let hint =
      bare.map { "; did you mean \(suggesting: $0)?" }
      ?? NearestName.question(name, among: known + (evenUnnamed ? theme.images.baseNames : []))
    throw LookupError(.unknownImage, "The theme \(theme.name) has no image '\(name)'\(hint)")
  }

  /// Indicates whether the theme names the image, or the file has the theme's prefix.
  package func isOwn(_ answer: ImageAnswer, of name: String) -> Bool {
    if let file = answer.file, file.base != name { return true }
    return theme.imageNames.contains(name)
  }

  package var namedImages: [ImageAnswer] { Set(theme.imageNames).sorted().map { answer(image: $0) } }

  private func answer(image name: String) -> ImageAnswer {
    answer(name, bare: theme.table.images.content(of: name, holding: mask) ?? name)
  }

  /// Returns candidates and file of an image in a look: the theme's `images` are applied already.
  package func image(bare: String) -> ImageAnswer { answer(bare, bare: bare) }

  private func answer(_ name: String, bare: String) -> ImageAnswer {
    let candidates =
      theme.imagePrefixes.map { $0 + bare } + (theme.imagePrefixes.contains("") ? [] : [bare])
    let scale = ImageFolder.scale(of: traits.effective)
    let idiom = traits.effective["userInterfaceIdiom"]
    let file = candidates.lazy.compactMap { theme.images.file($0, scale: scale, idiom: idiom) }.first
    return ImageAnswer(name: name, candidates: candidates, file: file)
  }
}

/// A family of fonts of a theme, with the faces whose files exist.
package struct FontFamily: Sendable, Hashable {
  package let name: String
  package let faces: [Face]
  /// Indicates whether a value or a rule of the theme names it.
  package let isUsed: Bool

  package struct Face: Sendable, Hashable {
    package let face: FontFace
    package let file: ImageFolder.ImageFile
  }
}

extension CompiledTheme {
  /// Returns the families of a theme whose files exist, in ascending order of their names.
  static func families(of generations: [Theme], _ images: ImageFolder) -> [FontFamily] {
    let fonts = generations.mergedFonts
    guard !fonts.isEmpty else { return [] }
    let texts = generations.flatMap { theme in
      theme.values.values.flatMap { $0.contents.flatMap(\.content.texts) }
        + theme.rules.flatMap { $0.settings.flatMap(\.value.texts) }
    }.map { $0.lowercased() }
    return fonts.sorted { $0.key < $1.key }.compactMap { name, faces in
      let found = faces.compactMap { face in
        images.font(named: face.file).map { FontFamily.Face(face: face, file: $0) }
      }
      let word = name.lowercased()
      return found.isEmpty
        ? nil : FontFamily(name: name, faces: found, isUsed: texts.contains { $0.contains(word) })
    }
  }

  /// Returns the families that have a face with one of these files.
  package func families(with files: Set<String>) -> Set<String> {
    guard !files.isEmpty else { return [] }
    return Set(
      table.generations.mergedFonts.filter { $0.value.contains { files.contains($0.file) } }.keys)
  }
}

extension Value {
  /// All texts in the value.
  package var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .list(let items): items.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    case .blocked, .color, .image, .number, .bool, .reference: []
    }
  }
}
