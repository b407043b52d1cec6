package import Themes

extension Dialects {
  /// The formats that the server and the commands read.
  package static let all = Dialects(
    [
      CompanionDialect(of: METhemeDialect()),
      CompanionDialect(of: TokensDialect()),
      CompanionDialect(of: ResolverDialect()),
      ResolverDialect(),
      CompanionDialect(of: StudioDialect()),
      StudioDialect(),
      TokensDialect(),
      METhemeDialect(),
      SwiftThemeDialect(),
      DKColorTableDialect(),
      LiveryDialect(),
    ], guessing: FormatGuess.format)
}
