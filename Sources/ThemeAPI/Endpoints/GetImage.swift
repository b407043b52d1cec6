internal import Changes
internal import Documents
internal import Renderings
internal import Resolution
internal import Themes

/// One image of a theme: what to look for in the app's own bundle, or where to get the bytes.
struct GetImage: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/images/{name}", id: "getImage", tag: "Look-ups", summary: "One image",
    detail: """
      The names to try in order: each theme's prefix from the child up, then the bare name. Where the server has a \
      file of one of these names, `file` is the one for the given scale and idiom, `url` where its bytes are. Who may \
      read some channels alone gets those that the theme names, or that have its prefix.
      """,
    parameters: [.entry("The image's name.", example: "logo"), .channel, .theme], takesTraits: true,
    answers: [
      .init(200, "The image's names and file.", media: [.init(.json, .named("Image"))]), .unchanged,
      .refusal(404),
    ])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    try call.requireJSON()
    let selection = try ThemeSelection(call)
    let (name, author, context) = (call.name, call.principal, selection.context)
    let origin = call.services.publicURL
    let readsAll = author.grants.scope(of: .read) == .all
    let image = try Refusal.of { () throws(LookupError) in
      try context.image(named: name, evenUnnamed: readsAll || author.has(.operate))
    }
    var representation = selection.representation("image \(name.keyed)") { () throws(Refusal) in
      var json = JSONWriter()
      json.object { json in
        json.member("name", name)
        json.image(image, origin)
      }
      return json.finished()
    }
    if !context.isOwn(image, of: name), representation.audience.isForAllReaders {
      if readsAll { representation.audience = .readersOfEverything } else { representation.isPersonal = true }
    }
    return representation
  }
}
