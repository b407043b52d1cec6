import Foundation
import LiveryClient
import SwiftUI
import Synchronization
import Testing
import UIKit

@testable import LiveryUIKit

extension UIKitTests {
  /// Images that only the server has.
  @Suite @MainActor struct `Images of the server` {
    /// Returns files, after as many failures as the test wants.
    private final class Files: LiveryTransport {
      private let counts = Mutex((left: 0, requests: 0))

      init(failing times: Int = 0) { counts.withLock { $0.left = times } }

      var requests: Int { counts.withLock { $0.requests } }

      func send(_ request: LiveryRequest) async throws -> LiveryResponse {
        guard request.url.path.hasPrefix("/v1/files/") else { throw URLError(.cannotConnectToHost) }
        let fails = counts.withLock { counts in
          counts.requests += 1
          counts.left -= 1
          return counts.left >= 0
        }
        return LiveryResponse(status: fails ? 503 : 200, headers: [:], body: Data("picture".utf8))
      }
    }

    private static let theme = #"""
      { "theme": "t", "images": { "badge": { "candidates": ["badge"], "file": "badge@2x.png",
        "url": "/v1/files/1a2b/badge@2x.png" } }, "appearance": [
        { "for": "UINavigationBar", "set": { "standardAppearance": { "backgroundImage": "badge" } } } ] }
      """#
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    private func livery(_ files: Files, _ cache: ThemeCache, seed: Data? = nil) throws -> Livery {
      var settings = Livery.Settings()
      settings.transport = files
      settings.log = { _ in }
      let url = try #require(URL(string: "https://themes.example"))
      return Livery(url: url, cache: cache, seed: seed, settings: settings)
    }

    private func wearer(_ files: Files) throws -> Wearer { Wearer(try livery(files, .folder(folder))) }

    @Test func `are requested once, again after a failure, and there at the next start`() async throws {
      UIImage.bundle = []
      defer { try? FileManager.default.removeItem(at: folder) }
      let files = Files(failing: 1)
      let first = try wearer(files)
      try first.dresser.pictures.pause = 0.01
      let (views, bar) = ((0..<3).map { _ in UIImageView() }, UINavigationBar())
      for view in views {
        view.livery.image = "badge"
        first.window.addSubview(view)
      }
      first.window.addSubview(bar)
      try await first.wear(Self.theme)
      #expect(views[0].image == nil)
      while views[0].image == nil { try await Task.sleep(nanoseconds: 1_000_000) }
      #expect(views.allSatisfy { $0.image?.scale == 2 } && files.requests == 2)
      #expect(bar.standardAppearance.backgroundImage == views[0].image)

      let away = Files(failing: .max)
      let second = try wearer(away)
      let view = UIImageView()
      view.livery.image = "badge"
      second.window.addSubview(view)
      try await second.wear(Self.theme)
      #expect(view.image == views[0].image && away.requests == 0)
    }

    @Test func `that arrive touch only the views that wait for them`() async throws {
      final class Bystander: UIView {
        var reads = 0
        private var color: UIColor?
        var dotColor: UIColor? {
          get {
            reads += 1
            return color
          }
          set { color = newValue }
        }
      }
      LiverySetters.add("Bystander", "dotColor", \Bystander.dotColor)
      UIImage.bundle = []
      let wearer = Wearer(try livery(Files(), .none))
      let (view, bystander) = (UIImageView(), Bystander())
      view.livery.image = "badge"
      for view in [view, bystander] { wearer.window.addSubview(view) }
      let rule = ##"{ "for": "Bystander", "set": { "dotColor": "#000001" } }"##
      try await wearer.wear(
        Self.theme.replacingOccurrences(of: #""appearance": ["#, with: #""appearance": [ \#(rule),"#))
      let reads = bystander.reads
      while view.image == nil { try await Task.sleep(nanoseconds: 1_000_000) }
      #expect(bystander.dotColor == .hex("#000001") && bystander.reads == reads + 1)
    }

    @Test func `are there for SwiftUI as soon as they have arrived`() async throws {
      struct Badge: View {
        @Environment(\.themeImages) private var images

        var body: some View { Text(images["badge"] == nil ? "none" : "badge") }
      }
      UIImage.bundle = []
      let seed = Data(Self.theme.utf8)
      let screen = Screen(Badge().livery(try livery(Files(), .none, seed: seed)))
      #expect(screen.texts.map(\.text) == ["none"])
      while screen.texts.map(\.text) != ["badge"] { try await Task.sleep(nanoseconds: 1_000_000) }
      UIImage.bundle = ["badge"]
      #expect(Screen(Badge().livery(Livery(showing: try Theme(json: seed)))).texts.map(\.text) == ["badge"])
    }
  }
}
