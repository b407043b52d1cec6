import Foundation
import LiveryClient
import Synchronization
import Testing
import UIKit

@testable import LiveryUIKit

extension UIKitTests {
  /// Fonts that only the server has.
  @Suite @MainActor struct `Fonts of the server` {
    private final class Files: LiveryTransport {
      private let asked = Mutex(0)
      var requests: Int { asked.withLock { $0 } }

      func send(_ request: LiveryRequest) async throws -> LiveryResponse {
        guard request.url.path.hasPrefix("/v1/files/") else { throw URLError(.cannotConnectToHost) }
        asked.withLock { $0 += 1 }
        return LiveryResponse(
          status: 200, headers: [:], body: Data("Brand-\(request.url.lastPathComponent)".utf8))
      }
    }

    private static let theme = #"""
      { "theme": "t", "fonts": { "Brand": [
        { "file": "a", "url": "/v1/files/x/Regular", "sha256":
          "70c8df923f1af055eae0ac4d2a22be90c3d9dc8b1082b9215f9c365152a60c13", "bytes": 13, "weight": 400, "style": "normal", "display": "swap" },
        { "file": "b", "url": "/v1/files/x/Bold", "sha256":
          "434747234674da2279c00abdf3e884097a67a2479d84d0f036fbf33f82708f5f", "bytes": 10, "weight": "600 900", "style": "normal", "display": "swap" } ] },
        "appearance": [ { "for": "UILabel", "set": { "font": { "family": "Brand", "weight": 700, "size": 20 } } } ] }
      """#

    @Test func `are registered once, before the theme is applied, and chosen by the weights of the theme`()
      async throws
    {
      let files = Files()
      var settings = Livery.Settings()
      settings.transport = files
      settings.log = { _ in }
      let livery = Livery(
        url: try #require(URL(string: "https://themes.example")), cache: .none, settings: settings)
      let theme = try Theme(json: Data(Self.theme.utf8))
      await ThemeFonts.prepare(theme, of: livery) {}
      await ThemeFonts.prepare(theme, of: livery) {}
      #expect(registeredFonts.sorted() == ["Brand-Bold", "Brand-Regular"] && files.requests == 2)
      #expect(ThemeFonts.name(of: "Brand", weight: 400, isSlanted: false) == "Brand-Regular")
      #expect(ThemeFonts.name(of: "Brand", weight: 700, isSlanted: true) == "Brand-Bold")
      #expect(ThemeFonts.name(of: "Other", weight: 400, isSlanted: false) == nil)
    }
  }
}
