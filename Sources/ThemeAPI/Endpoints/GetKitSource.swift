internal import Changes
internal import Renderings
internal import Themes

/// A kit's document as it was written, or everything that themes of the kit can say.
struct GetKitSource: ReadingEndpoint {
  private static let whole = Operation.Parameter(
    .query, "whole",
    """
    Everything that can be written in themes of the kit: also what it has from the kits that it extends, whose names \
    `lineage` has, and with a meaning and an example of each kind of value.
    """, schema: .words(["true", "false"]))

  let operation = Operation(
    .get, "/v1/kits/{name}", id: "getKitSource", tag: "Themes and kits", summary: "A kit's document",
    detail: "As it was written, or with `whole` as it was understood.",
    parameters: [.name("The kit's name.", example: "uikit"), whole],
    answers: [
      .init(200, "The document.", media: [.init(.json, .named("Document"))]), .unchanged,
    ] + .refusals(400, 404))

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let library = call.snapshot.themeSet.library
    guard let source = library.kitSources[call.name], let kit = library.kits[call.name] else {
      throw .unknown(.unknownKit, "kit", call.name, among: library.kits.keys)
    }
    guard try call.flag(Self.whole) else {
      return try .source("kit source \(call.name)", source, call)
    }
    try call.requireJSON()
    return Representation(key: "whole kit \(kit.name)", type: .json, vary: ["Accept"]) {
      () throws(Refusal) in KitWriter.document(of: kit)
    }
  }
}
