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
}
