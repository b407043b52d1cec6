package import Changes
internal import Renderings

/// Everything that the interface does, in the order in which the published interface shows it.
package enum Endpoints {
  /// - Parameters:
  ///   - services: those that the router is given.
  ///   - process: what only the process can tell of itself.
  package static func all(
    publisher: Publisher, services: Services, process: [any Endpoint] = []
  ) -> [any Endpoint] {
    let endpoints: [any Endpoint] =
      [
        GetTheme(),
        GetTheme(.json),
        GetTheme(.css),
        GetTheme(.xml),
        GetTheme(.tokens),
        GetThemeArchive(.android),
        GetThemeArchive(.appleAssets),
        GetColor(),
        GetValue(),
        GetImage(),
        GetFile(),
        GetAppearance(),
        GetAppearances(),
        ListThemes(),
        GetThemeSource(publisher: publisher),
        ListKits(),
        GetKitSource(),
        GetThemeSchema(),
        GetActive(),
        SwitchTheme(publisher: publisher),
        ListChannels(),
        ListHistory(publisher: publisher),
        RollBack(publisher: publisher),
        GetChanges(feed: Feed(publisher, services)),
        GetOutlook(),
        ListSchedules(),
        GetSchedule(),
        CreateSchedule(publisher: publisher),
        DeleteSchedule(publisher: publisher),
        UploadTheme(publisher: publisher),
        DeleteTheme(publisher: publisher),
        UploadImage(publisher: publisher),
        DeleteImage(publisher: publisher),
        CheckTheme(publisher: publisher),
        PreviewTheme(publisher: publisher),
        GetAccess(),
        GetStartPage(),
        GetPageFile(.page),
        GetPageFile(.folder),
        GetClient(.module),
        GetClient(.types),
        GetGuide(),
        GetHealth(),
      ] + process
    let docs = GetDocs(endpoints.map(\.operation))
    return endpoints + [docs, GetInterface((endpoints + [docs]).map(\.operation))]
  }
}
