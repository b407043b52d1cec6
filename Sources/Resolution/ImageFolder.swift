internal import Documents
internal import Themes

/// The image files by bare name. A new value replaces it when the folder changes.
package struct ImageFolder: Sendable, Hashable {
  /// The files, or nil without a configured folder: then clients get only candidates.
  private let files: [String: [ImageFile]]?
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
  }

  package static let none = ImageFolder(files: nil)

  /// The file name extensions of images, the preferred one first.
  package static let types = ["png", "jpg", "jpeg", "webp", "avif", "gif", "svg", "pdf"]

  private init(files: [String: [ImageFile]]?) {
    self.files = files
    let all = (files ?? [:]).values.joined()
    scales = Set(all.map(\.scale)).sorted()
    idioms = Set(all.compactMap(\.idiom))
  }

  /// - Parameter fingerprints: the fingerprint of each file by its name. Files that are no images are left out.
  package init(fingerprints: [String: String]) {
    var files: [String: [ImageFile]] = [:]
    for (name, fingerprint) in fingerprints.sorted(by: { $0.key < $1.key }) {
      guard let file = Self.file(name, fingerprint) else { continue }
      files[file.base, default: []].append(file)
    }
    self.init(files: files)
  }

  /// Returns the folder with additional files, which replace those of the same names.
  package func adding(_ fingerprints: [String: String]) -> ImageFolder {
    guard !fingerprints.isEmpty else { return self }
    let own = (files ?? [:]).values.joined().map { ($0.name, $0.fingerprint) }
    return ImageFolder(fingerprints: Dictionary(own) { $1 }.merging(fingerprints) { $1 })
  }

  /// The traits that choose among the files of an image.
  static let choosingTraits = ["displayScale", "userInterfaceIdiom"]

  var isEmpty: Bool { files?.isEmpty ?? true }

  package static func isImage(_ name: String) -> Bool { file(name, "") != nil }

  package static func bareName(of name: String) -> String? { file(name, "")?.base }

  package var baseNames: [String] { files?.keys.sorted() ?? [] }
  package var allFiles: [ImageFile] { (files?.values.joined().sorted { $0.name < $1.name }) ?? [] }

  package func file(named name: String) -> ImageFile? {
    Self.file(name, "").flatMap { parsed in files?[parsed.base]?.first { $0.name == name } }
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

  private static func file(_ name: String, _ fingerprint: String) -> ImageFile? {
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
      name: name, base: String(base), scale: scale, idiom: idiom, type: type, fingerprint: fingerprint)
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
  /// Indicates whether the theme names an image that these files can stand for.
  package func namesImage(shownFrom base: String) -> Bool {
    !imageNames(shownFrom: [base]).isDisjoint(with: table.images.names + table.ruleImages)
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
    let known = theme.table.images.names + theme.table.ruleImages
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
    return theme.table.images.names.contains(name) || theme.table.ruleImages.contains(name)
  }

  package var namedImages: [ImageAnswer] {
    Set(theme.table.images.names + theme.table.ruleImages).sorted().map { answer(image: $0) }
  }

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
