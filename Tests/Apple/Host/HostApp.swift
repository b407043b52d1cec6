import LiveryUIKit
import SwiftUI

/// The app in which the tests of LiveryUIKit run on a Mac: it has a scene, which tests can't make.
@main struct HostApp: App {
  var body: some Scene {
    WindowGroup { Text("Tests") }
  }
}
