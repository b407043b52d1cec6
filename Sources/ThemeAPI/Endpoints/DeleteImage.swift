internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// `DELETE /v1/images/{name}`: deletes an uploaded image.
struct DeleteImage: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .delete, "/v1/images/{name}", id: "deleteImage", tag: "Themes",
    summary: "Deletes an uploaded image; not one from `Config/`.",
    detail: """
      The file of its name in `Config/images` shows again where there is one. `themes` are those that name the image: \
      they have the next of its candidates now, or no `url`.
      """,
    access: .author, parameters: [UploadImage.fileName, .idempotencyKey],
    answers: [
      Operation.PossibleAnswer(200, "It is gone.", media: [.init(.json, .named("ImageDeletion"))])
    ] + .refusals(400, 401, 403, 404, 409, 422, 503, 507))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let (author, name) = (call.principal, call.name)
    try author.checkDocuments("deleting an image")
    try author.checkImages()
    return try call.writeDocuments(to: publisher) { key, permit, record throws(Publisher.DocumentError) in
      try publisher.remove(image: name, by: author.name, key: key, permit: permit, record: record)
    } answer: { publication in
      JSONReply.make(headers: [.init("Livery-Cursor", publication.head.description)]) { json in
        json.member("name", name)
        json.member("cursor", publication.head.description)
        json.strings("themes", Self.themes(naming: name, in: publication.after))
      }
    }
  }

  private static func themes(naming file: String, in themeSet: ThemeSet) -> [String] {
    guard let base = ImageFolder.bareName(of: file) else { return [] }
    return themeSet.catalog.themes.filter { $0.value.namesImage(shownFrom: base) }.map(\.key).sorted()
  }
}
