#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  #if canImport(CoreText)
    import CoreText
  #endif
  import LiveryClient
  import UIKit

  /// The fonts of themes, as the process has registered them. None is ever unregistered, since a view may show it.
  @MainActor
  enum ThemeFonts {
    fileprivate struct Face: Sendable {
      let font: ThemeFont
      /// The name in the file; nil if the system can't read it.
      let name: String?
    }

    /// The registered files by their SHA-256.
    private static var registered: [String: String?] = [:]
    nonisolated private static let families = FamilyTable()
    /// The longest time that a theme waits for its fonts.
    static var patience: TimeInterval = 1.5

    /// Registers the fonts of a theme that are stored already. Returns those that are missing.
    static func registerKept(_ theme: Theme, of livery: Livery) -> [ThemeFont] {
      let missing = theme.fonts.values.joined().filter { font in
        guard registered[font.sha256] == nil else { return false }
        guard let kept = livery.keptFile(at: font.url), font.matches(kept) else { return true }
        register(kept, font)
        return false
      }
      note(theme)
      return missing
    }

    private static func note(_ theme: Theme) {
      for (family, fonts) in theme.fonts {
        families[family] = fonts.map { Face(font: $0, name: registered[$0.sha256] ?? nil) }
      }
    }

    /// Registers the fonts of a theme before it is applied, as far as they come in time.
    /// - Parameter onLateArrival: Called when all that came too late are registered.
    static func prepare(
      _ theme: Theme, of livery: Livery, onLateArrival: @escaping @MainActor () -> Void
    ) async {
      let missing = registerKept(theme, of: livery)
      guard !missing.isEmpty else { return }
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      var isLate = false
      Task {
        for font in missing {
          if let bytes = try? await livery.fontFile(font) { register(bytes, font) }
        }
        note(theme)
        end.finish()
        if isLate { onLateArrival() }
      }
      Task {
        try? await Task.sleep(nanoseconds: UInt64(patience * 1_000_000_000))
        isLate = true
        end.finish()
      }
      for await _ in ends {}
    }

    private static func register(_ bytes: Data, _ font: ThemeFont) {
      guard registered[font.sha256] == nil else { return }
      let face = CGDataProvider(data: NSData(data: bytes) as CFData).flatMap { CGFont($0) }
      registered[font.sha256] = face.flatMap { face in
        CTFontManagerRegisterGraphicsFont(face, nil) ? face.postScriptName.map { $0 as String } : nil
      }
    }

    /// Returns the name of the face of a family that fits best; nil if no theme gives the family.
    /// - Parameter weight: A number from 1 to 1000.
    nonisolated static func name(of family: String, weight: Int, isSlanted: Bool) -> String? {
      func distance(_ face: Face) -> Int {
        let weights = face.font.weights
        let far =
          weights.contains(weight)
          ? 0 : min(abs(weights.lowerBound - weight), abs(weights.upperBound - weight))
        return far + ((face.font.style != "normal") == isSlanted ? 0 : 2000)
      }
      return families[family]?.filter { $0.name != nil }.min { distance($0) < distance($1) }?.name
    }
  }

  /// The faces of each family, as the theme says that was prepared last. Views of SwiftUI read it outside of the main actor.
  private final class FamilyTable: @unchecked Sendable {
    private let lock = NSLock()
    private var faces: [String: [ThemeFonts.Face]] = [:]

    subscript(family: String) -> [ThemeFonts.Face]? {
      get { lock.withLock { faces[family] } }
      set { lock.withLock { faces[family] = newValue } }
    }
  }
#endif
