import Foundation

/// Where a theme is kept from one start of the app to the next.
public enum ThemeCache: Sendable, Hashable {
  /// In the app's folder for caches.
  case standard
  /// In this folder, which is made when it is not there.
  case folder(URL)
  /// Nowhere: each start waits for the server.
  case none
}
