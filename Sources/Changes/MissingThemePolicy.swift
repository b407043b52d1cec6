/// What a start does about channels whose theme is in no document any more.
package enum MissingThemePolicy: Sendable, Hashable {
  /// It fails: what clients draw does not change by an oversight.
  case refuse
  /// From then on they show this theme.
  case replace(by: String)
  /// They stay as they are, for somebody who is about to switch one of them. Nothing is served so.
  case leave
}
