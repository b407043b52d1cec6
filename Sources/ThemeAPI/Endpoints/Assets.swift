internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `PUT /v1/images/{name}` and `PUT /v1/fonts/{name}`: uploads or replaces a file that themes name.
struct UploadAsset: Endpoint {
  let kind: AssetKind
  let publisher: Publisher

  var operation: Operation {
    Operation(
      .put, "/v1/\(kind.place)/{name}", id: "upload\(kind.word)", tag: "Themes",
      summary: "Uploads \(kind.phrase).",
      detail: """
        \(kind.naming) It is stored durably and served like the files of `Config/\(kind.place)`; until it is deleted, it \
        hides the one of the same name. Clients of channels that show a theme with this \(kind.rawValue) are notified \
        immediately.
        """,
      access: .author, parameters: [kind.fileName, .ifMatch, .idempotencyKey], body: kind.media,
      answers: [
        .json(200, "It replaced an earlier one.", "\(kind.word)UploadResult"),
        .json(201, "It is new.", "\(kind.word)UploadResult", headers: ["Location"]),
      ], refuses: [409, 412, 415, 422, 507])
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (author, services, request, name) = (call.principal, call.services, call.request, call.name)
    let bytes = request.body
    let approval = ApprovalCheck(call)
    try author.checkDocuments("uploading \(kind.phrase)")
    try author.checkImages()
    guard kind.isValid(name) else {
      throw .badParameter("name", "is not the file name of \(kind.phrase): \(kind.rule).")
    }
    if let type = request.header("Content-Type"), !kind.mayBe(HeaderList.mediaType(type)) {
      throw .unsupported(type, expected: kind.media.first?.type.name ?? "")
    }
    guard !bytes.isEmpty else {
      throw Refusal(.badBody, "The body should be the \(kind.rawValue); it is empty.")
    }
    if kind == .font, bytes.count > FontFile.largest {
      throw Refusal(.bodyTooLarge, "A font may have at most \(FontFile.largest >> 20) MiB.")
    }
    return try call.writeDocuments(to: publisher) { [publisher, kind] () throws(Refusal) in
      if let complaint = kind.complaint(about: bytes, named: name) {
        throw Refusal(.unsupportedMediaType, "The body \(complaint).")
      }
      return try UploadedImage(name, bytes, by: author.name, at: publisher.now(), services)
    } perform: { [publisher, kind] image, write throws(Publisher.DocumentError) in
      try author.check(images: [name])
      return try publisher.upload(image, as: write) {
        snapshot throws(Publisher.DocumentError) in
        try snapshot.check(conditionsOf: request, on: name, kind)
        try approval.check(images: [name], snapshot)
        try snapshot.checkLimits(ofImages: [image], bytes: services.uploads.images)
        if !services.uploads.overFiles { try snapshot.checkFiles(hiddenBy: [image]) }
      }
    } answer: { [kind] image, publication in
      let font = kind == .font ? try? FontFile(bytes) : nil
      return Self.reply(image, publication, font?.facts(inflate: services.inflate))
    }
  }

  /// - Parameter facts: what the file states, if it is a font.
  private static func reply(
    _ image: UploadedImage, _ publication: Publication, _ facts: FontFile.Facts?
  ) -> Reply {
    let isNew = publication.before.catalog.images.file(named: image.file) == nil
    let url = publication.after.catalog.images.file(named: image.file)?.url ?? ""
    let headers = isNew ? [Request.Field("Location", url)] : []
    return publication.reply("name", image.file, status: isNew ? 201 : 200, headers: headers) { json in
      json.member("changed", !publication.changes.isEmpty)
      json.member("url", url)
      guard let facts else { return }
      let catalog = publication.after.catalog
      let problems = catalog.library.themes.keys.sorted().flatMap { theme in
        catalog.otherFaces(of: theme) { $0 == image.file ? facts : nil }
      }
      json.problems("problems", problems)
    }
  }
}

/// `DELETE /v1/images/{name}` and `DELETE /v1/fonts/{name}`: deletes an uploaded file.
struct DeleteAsset: Endpoint {
  let kind: AssetKind
  let publisher: Publisher

  var operation: Operation {
    Operation(
      .delete, "/v1/\(kind.place)/{name}", id: "delete\(kind.word)", tag: "Themes",
      summary: "Deletes an uploaded \(kind.rawValue); not one from `Config/`.",
      detail: """
        If `Config/\(kind.place)` has a file of the same name, that file is served again. `themes` are those that name the \
        \(kind.rawValue): \(kind.absence)
        """,
      access: .author, parameters: [kind.fileName, .ifMatch, .idempotencyKey],
      answers: [.json(200, "It was deleted.", "\(kind.word)Deletion")], refuses: [404, 409, 412, 422, 507])
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (author, name, request) = (call.principal, call.name, call.request)
    let approval = ApprovalCheck(call)
    // Both kinds are stored together, by the names of their files.
    guard (FontFormat(ofFile: name) == nil) == (kind == .image) else {
      throw Refusal(
        kind == .font ? .unknownFont : .unknownImage, "There is no uploaded \(kind.rawValue) '\(name.shown)'."
      )
    }
    try author.checkDocuments("deleting \(kind.phrase)")
    try author.checkImages()
    return try call.writeDocuments(to: publisher, reading: {}) {
      _, write throws(Publisher.DocumentError) in
      try author.check(images: [name])
      return try publisher.remove(image: name, by: author.name, as: write) {
        snapshot throws(Publisher.DocumentError) in
        try snapshot.check(conditionsOf: request, on: name, kind)
        try approval.check(images: [name], snapshot)
      }
    } answer: { _, publication in
      publication.reply("name", name) { json in
        if let file = publication.after.file(hiddenByImage: name) { json.member("file", file) }
        let themes = publication.after.catalog.themes.filter { $0.value.names(asset: name) }
        json.strings("themes", themes.map(\.key).sorted())
      }
    }
  }
}

extension CompiledTheme {
  /// Indicates whether it names a font's file, or an image that a file can stand for.
  func names(asset file: String) -> Bool {
    ImageFolder.bareName(of: file).map { namesImage(shownFrom: $0) } ?? !families(with: [file]).isEmpty
  }
}

extension AssetKind {
  /// The name of the kind in the names of operations and schemas.
  var word: String { self == .image ? "Image" : "Font" }

  var fileName: Operation.Parameter {
    .init(
      .path, "name", "The \(rawValue)'s file name.", schema: .named("\(word)FileName"),
      example: self == .image ? "logo@2x.png" : "brand-400.woff2")
  }

  var naming: String {
    self == .image
      ? "The name is the file's, with scale, idiom and ending: `logo@2x~pad.png`." : "The name is the file's."
  }

  var absence: String {
    self == .image
      ? "they use the next of its candidates now, or have no `url`." : "their responses leave it out now."
  }

  var media: [Operation.Medium] {
    let types = Self.types.filter { AssetKind(ofFile: "x.\($0.ending)") == self }
    return types.map { $0.type }.unique.map { .init($0, .binary) }
  }

  /// Indicates whether a media type may be that of such a file. The bytes and the name decide which one it is.
  func mayBe(_ type: String) -> Bool {
    type.hasPrefix("\(rawValue)/") || type == MediaType.bytes.name || media.contains { $0.type.name == type }
      || self == .font && type.hasPrefix("application/")
  }

  private static let types: [(ending: String, type: MediaType)] = [
    ("png", MediaType("image/png")), ("jpg", MediaType("image/jpeg")), ("jpeg", MediaType("image/jpeg")),
    ("webp", MediaType("image/webp")), ("avif", MediaType("image/avif")), ("gif", MediaType("image/gif")),
    ("svg", MediaType("image/svg+xml")), ("pdf", MediaType("application/pdf")),
    ("woff2", MediaType("font/woff2")), ("woff", MediaType("font/woff")), ("ttf", MediaType("font/ttf")),
    ("otf", MediaType("font/otf")),
  ]

  /// Returns the media type of a file by the end of its name.
  static func type(_ ending: String) -> MediaType { types.first { $0.ending == ending }?.type ?? .bytes }
}

/// `GET /v1/fonts`: the files of fonts, by pages.
struct ListFonts: ReadingEndpoint {
  private static let fields = ["file", "url", "sha256", "bytes", "format", "families", "themes"]

  let operation = Operation(
    .get, "/v1/fonts", id: "listFonts", tag: "Look-ups", summary: "The files of fonts, by name",
    detail: """
      Each file with the families, weights and styles that it states itself, as far as its type lets them be read, and \
      with the themes that name it. Clients that do not see every theme get the fonts of the themes that they see. \
      A page has 100 at most; `Link` with `rel="next"` leads to the next.
      """,
    parameters: ListPage.parameters(fields),
    answers: [.json(200, "The fonts.", "FontList", headers: ["Link"]), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let fonts = KnownFonts(call)
    let page = try ListPage(call, of: fonts.names, fields: Self.fields)
    var list = try Representation.list("fonts", page, at: "\(call.snapshot.cursor)", call) { json in
      for name in page.names { json.object(only: page.fields) { fonts.write(name, to: &$0) } }
    }
    list.limit(toOverseers: fonts.areAll)
    list.isSlow = true
    return list
  }
}

/// `GET /v1/fonts/{name}`: one file of a font.
struct GetFont: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/fonts/{name}", id: "getFont", tag: "Look-ups", summary: "One file of a font",
    parameters: [AssetKind.font.fileName], answers: [.json(200, "The font.", "Font"), .unchanged],
    refuses: [404])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let (fonts, name) = (KnownFonts(call), call.name)
    guard fonts.names.contains(name) else { throw .unknown(.unknownFont, "font", name, among: fonts.names) }
    var font = Representation(key: "font \(name) \(call.snapshot.cursor)", type: .json, vary: ["Accept"]) {
      JSONWriter.object { fonts.write(name, to: &$0) }
    }
    font.limit(toOverseers: fonts.areAll)
    font.isSlow = true
    return font
  }
}

/// The fonts that a client may see.
private struct KnownFonts {
  let names: [String]
  /// The themes that the client may see; nil for all.
  private let shown: Set<String>?
  var areAll: Bool { shown == nil }
  private let snapshot: Snapshot
  private let services: Services
  private let origin: String

  init(_ call: Call) {
    (snapshot, services, origin) = (call.snapshot, call.services, call.publicURL)
    shown = call.principal.seesEveryTheme ? nil : snapshot.themes(shownTo: call.principal)
    let all = snapshot.themeSet.catalog
    let files = shown?.compactMap { all.themes[$0] }.flatMap { $0.fonts.flatMap(\.faces).map(\.file.name) }
    names = files.map { Set($0).sorted() } ?? all.images.fontNames
  }

  func write(_ name: String, to json: inout JSONWriter) {
    guard let file = snapshot.themeSet.catalog.images.font(named: name) else { return }
    json.font(file, origin)
    json.member("format", file.type)
    let facts = services.facts(of: file, in: snapshot)
    json.objects("families", for: facts?.families ?? []) { json, family in
      json.member("name", family)
      if let weights = facts?.weights { json.weight(weights) }
      if let style = facts?.style { json.member("style", style) }
    }
    let themes = snapshot.themeSet.catalog.themes.filter { theme in
      shown?.contains(theme.key) ?? true && theme.value.names(asset: name)
    }
    json.strings("themes", themes.map(\.key).sorted())
  }
}

extension Services {
  /// Returns what a font states, or nil if it can't be read now.
  func facts(of file: ImageFolder.ImageFile, in snapshot: Snapshot) -> FontFile.Facts? {
    guard case .open(let held) = image(file, snapshot), let bytes = held.bytes() else { return nil }
    return (try? FontFile(bytes))?.facts(inflate: inflate)
  }
}
