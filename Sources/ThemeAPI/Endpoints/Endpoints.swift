package import Changes
internal import Renderings

/// The endpoints of the interface, in the order in which it is published.
package enum Endpoints {
  /// - Parameter process: the endpoints that describe the process itself.
  package static func all(
    publisher: Publisher, services: Services, process: [any Endpoint] = []
  ) -> [any Endpoint] {
    let endpoints =
      reading(publisher) + channels(publisher, services) + writing(publisher) + drafts(publisher) + pages
      + process
    let docs = GetDocs(endpoints.map(\.operation))
    return endpoints + [docs, GetInterface((endpoints + [docs]).map(\.operation))]
  }

  private static func reading(_ publisher: Publisher) -> [any Endpoint] {
    [
      GetTheme(publisher: publisher), GetTheme(.json, publisher: publisher),
      GetTheme(.css, publisher: publisher), GetTheme(.xml, publisher: publisher),
      GetTheme(.tokens, publisher: publisher),
      GetStudioFile(publisher: publisher), GetThemeTypes(),
      GetThemeArchive(.android, publisher: publisher), GetThemeArchive(.appleAssets, publisher: publisher),
      GetDefinition.color, GetDefinition.value, GetImage(), GetFile(), ListFonts(), GetFont(),
      GetAppearance(), GetAppearances(),
      ListThemes(), GetThemeSource(publisher: publisher), ListKits(), GetKitSource(), GetThemeSchema(),
    ]
  }

  private static func channels(_ publisher: Publisher, _ services: Services) -> [any Endpoint] {
    [
      GetActive(), SwitchTheme(publisher: publisher), ListChannels(), GetClients(),
      ListHistory(publisher: publisher),
      RollBack(publisher: publisher), GetChanges(feed: Feed(publisher, services)), GetOutlook(),
      ListSchedules(), GetSchedule(), CreateSchedule(publisher: publisher),
      ReplaceSchedule(publisher: publisher), DeleteSchedule(publisher: publisher), ListOccurrences(),
      GetCalendar(),
      ChangeOccurrence(.skip, publisher: publisher),
      ChangeOccurrence(.skip, isUndone: true, publisher: publisher),
      ChangeOccurrence(.move, publisher: publisher),
      ChangeOccurrence(.move, isUndone: true, publisher: publisher),
    ]
  }

  private static func writing(_ publisher: Publisher) -> [any Endpoint] {
    [
      UploadTheme(publisher: publisher), DeleteTheme(publisher: publisher),
      UploadAsset(kind: .image, publisher: publisher),
      DeleteAsset(kind: .image, publisher: publisher), UploadAsset(kind: .font, publisher: publisher),
      DeleteAsset(kind: .font, publisher: publisher),
      CheckTheme(publisher: publisher), PreviewTheme(publisher: publisher),
    ]
  }

  private static func drafts(_ publisher: Publisher) -> [any Endpoint] {
    [
      CreateDraft(publisher: publisher), ListDrafts(), GetDraft(), GetDraftDocument(),
      GetConsequences(),
      ReplaceDraft(publisher: publisher), DiscardDraft(publisher: publisher),
      PublishDraft(publisher: publisher), UnplanDraft(publisher: publisher),
    ]
  }

  private static var pages: [any Endpoint] {
    [
      GetAccess(), GetOverview(), GetPageFile(.start), GetPageFile(.page), GetPageFile(.folder),
      GetClient.module, GetClient.draftBar, GetClient.fonts, GetClient.types, GetGuide(), GetHealth(),
    ]
  }
}
