// From the documentation pages "CGFont", "CGDataProvider" and "CTFontManagerRegisterGraphicsFont(_:_:)".

import Foundation

public typealias CFData = NSData

public final class CGDataProvider {
  let data: Data
  public init?(data: CFData) { self.data = Data(referencing: data) }
}

/// A font whose bytes are its name: `Brand-Bold`, a face of the family before the dash.
public final class CGFont {
  public let postScriptName: NSString?

  public init?(_ provider: CGDataProvider) {
    guard let name = String(data: provider.data, encoding: .utf8), name.contains("-") else { return nil }
    postScriptName = NSString(string: name)
  }
}

/// The names that were registered, in order.
nonisolated(unsafe) public var registeredFonts: [String] = []

public func CTFontManagerRegisterGraphicsFont(_ font: CGFont, _ error: UnsafeMutableRawPointer?) -> Bool {
  guard let name = font.postScriptName.map({ "\($0)" }), !registeredFonts.contains(name) else { return false }
  registeredFonts.append(name)
  let family = String(name.prefix { $0 != "-" })
  UIFont.families[family, default: []].append((name, .regular, false))
  return true
}
