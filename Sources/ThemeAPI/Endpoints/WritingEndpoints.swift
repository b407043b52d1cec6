package import Changes

/// Everything that changes what is shown, or follows its changes.
package enum WritingEndpoints {
  /// - Parameter crossOrigin: as in the services that the router is given.
  package static func all(
    journal: Journal, gate: Gate, crossOrigin: CrossOrigin = CrossOrigin("*")
  ) -> [any Endpoint] {
    [
      ShowActive(),
      SwitchTheme(journal: journal, gate: gate),
      ListChannels(),
      ShowHistory(journal: journal),
      RollBack(journal: journal, gate: gate),
      FollowChanges(feed: Feed(journal, crossOrigin: crossOrigin)),
      ListSchedules(),
      EnterSchedule(journal: journal, gate: gate),
      CancelSchedule(journal: journal, gate: gate),
      UploadTheme(journal: journal, gate: gate),
      RemoveTheme(journal: journal, gate: gate),
      CheckTheme(journal: journal, gate: gate),
    ]
  }
}
