/// The endpoints that only read, in the order in which the published interface shows them.
package enum Endpoints {
  package static let all: [any Endpoint] = [
    GetTheme(),
    GetTheme(.json),
    GetTheme(.css),
    GetTheme(.xml),
    GetTheme(.tokens),
    GetColor(),
    GetImage(),
    GetFile(),
    GetAppearance(),
    AskAppearance(),
    GetThemes(),
    GetThemeSource(),
    GetKits(),
    GetKitSource(),
  ]

  /// The same with others beside them, and the interface that describes them all.
  package static func complete(with others: [any Endpoint]) -> [any Endpoint] {
    let endpoints = all + others
    let docs = GetDocs(endpoints.map(\.operation) + FrontDoorOperations.all)
    let operations = (endpoints + [docs]).map(\.operation) + FrontDoorOperations.all
    return endpoints + [docs, GetInterface(operations)]
  }
}
