import Foundation
import LiveryClient
import LiveryUIKit
import Testing
import UIKit

private struct Theme {
  let isTheApps = true
}

extension UIColor {
  fileprivate convenience init(hex: String) { self.init(red: 1, green: 1, blue: 1, alpha: 1) }
}

extension UIKitTests {
  /// An app that has names which the libraries have too, as docs/clients.md says.
  @Suite @MainActor struct `Names of an app` {
    @Test func `win over those of the libraries, which a module's name tells apart`() throws {
      #expect(Theme().isTheApps && UIColor(hex: "#000001") == .white)
      let json = ##"{ "theme": "t", "colors": { "ink": "#000001" } }"##
      let theme = try LiveryClient.Theme(json: Data(json.utf8))
      #expect(theme.uiColor("ink") == UIColor(red: 0, green: 0, blue: 1 / 255, alpha: 1))
    }
  }
}
