package import Changes
internal import Renderings

/// The endpoints of the interface, in the order in which it is published.
package enum Endpoints {
  /// - Parameter process: the endpoints that describe the process itself.
  package static func all(
    publisher: Publisher, services: Services, process: [any Endpoint] = []
  ) -> [any Endpoint] {
    let endpoints = reading(publisher) + channels(publisher, services) + writing(publisher) + pages + process
    let docs = GetDocs(endpoints.map(\.operation))
    return endpoints + [docs, GetInterface((endpoints + [docs]).map(\.operation))]
  }

  private static func reading(_ publisher: Publisher) -> [any Endpoint] {
    [
      GetTheme(), GetTheme(.json), GetTheme(.css), GetTheme(.xml), GetTheme(.tokens),
      GetThemeArchive(.android), GetThemeArchive(.appleAssets),
      GetDefinition.color, GetDefinition.value, GetImage(), GetFile(), GetAppearance(), GetAppearances(),
      ListThemes(), GetThemeSource(publisher: publisher), ListKits(), GetKitSource(), GetThemeSchema(),
    ]
  }

  private static func channels(_ publisher: Publisher, _ services: Services) -> [any Endpoint] {
    [
      GetActive(), SwitchTheme(publisher: publisher), ListChannels(), ListHistory(publisher: publisher),
      RollBack(publisher: publisher), GetChanges(feed: Feed(publisher, services)), GetOutlook(),
      ListSchedules(), GetSchedule(), CreateSchedule(publisher: publisher),
      DeleteSchedule(publisher: publisher),
    ]
  }

  private static func writing(_ publisher: Publisher) -> [any Endpoint] {
    [
      UploadTheme(publisher: publisher), DeleteTheme(publisher: publisher), UploadImage(publisher: publisher),
      DeleteImage(publisher: publisher), CheckTheme(publisher: publisher), PreviewTheme(publisher: publisher),
    ]
  }

  private static var pages: [any Endpoint] {
    [
      GetAccess(), GetPageFile(.start), GetPageFile(.page), GetPageFile(.folder), GetClient.module,
      GetClient.types, GetGuide(), GetHealth(),
    ]
  }
}
