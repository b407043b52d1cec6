internal import Changes
internal import Renderings
internal import Resolution
internal import Themes

/// The theme as files for the build of an app.
struct GetThemeArchive: ReadingEndpoint {
  private let form: ArchiveForm
  let operation: Operation

  init(_ form: ArchiveForm) {
    self.form = form
    operation = Operation(
      .get, "/v1/theme.\(form.rawValue).zip", id: "getTheme" + form.about.word, tag: "Theme",
      summary: form.about.summary, detail: form.about.detail, parameters: [.channel, .theme, .images],
      takesTraits: true,
      answers: [
        .init(200, "The archive.", media: [.init(.zip, .binary)]), .unchanged, .refusal(404), .refusal(409),
      ])
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    // The build of an app is no device: what its own client would hint at counts for nothing.
    let selection = try ThemeSelection(call, header: { _ in nil })
    let hasImages = try call.flag(.images, otherwise: true)
    let (form, services) = (form, call.services)
    var representation = Representation(
      key: "archive \(form) \(hasImages) \(selection.givenKey)", type: .zip,
      headers: selection.ignoring, channel: selection.channel, audience: selection.audience
    ) { () throws(Refusal) in
      let archive = ThemeArchive(gzip: services.gzip, open: services.image)
      do throws(ArchiveError) {
        return try form.render(
          selection.theme, selection.traits.given, hasImages: hasImages, into: archive)
      } catch { throw Refusal(error) }
    }
    // Files are read for it.
    representation.isSlow = true
    return representation
  }
}

extension Refusal {
  init(_ error: ArchiveError) {
    switch error {
    case .tooLarge:
      self.init(
        .archiveTooLarge,
        "The archive would have more than \(ZipArchive.mostEntries) files or \(ZipArchive.mostBytes >> 20) MiB. Ask with "
          + "'images=false' to have it without images; each has a 'url' in /v1/theme.")
    case .unreadable(let image):
      self.init(
        .busy, "The image '\(image.name.shown)' can't be read just now; ask again in a moment.",
        headers: [.retryAfter(1...4)])
    }
  }
}

extension ThemeSelection {
  /// Names the theme with the traits that were given.
  fileprivate var givenKey: String {
    traits.given.sorted { $0.key < $1.key }.reduce(theme.name) { "\($0)&\($1.key)=\($1.value)" }
  }
}
