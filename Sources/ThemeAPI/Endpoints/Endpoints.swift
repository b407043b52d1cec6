package import Changes

/// Everything that the interface does, in the order in which the published interface shows it.
package enum Endpoints {
  /// - Parameters:
  ///   - services: those that the router is given.
  ///   - process: what only the process can tell of itself.
  package static func all(
    journal: Journal, services: Services, process: [any Endpoint] = []
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
        GetThemeSource(journal: journal),
        ListKits(),
        GetKitSource(),
        GetThemeSchema(),
        GetActive(),
        SwitchTheme(journal: journal),
        ListChannels(),
        ListHistory(journal: journal),
        RollBack(journal: journal),
        GetChanges(feed: Feed(journal, services)),
        GetOutlook(),
        ListSchedules(),
        GetSchedule(),
        CreateSchedule(journal: journal),
        DeleteSchedule(journal: journal),
        UploadTheme(journal: journal),
        DeleteTheme(journal: journal),
        UploadImage(journal: journal),
        DeleteImage(journal: journal),
        CheckTheme(journal: journal),
        PreviewTheme(journal: journal),
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
