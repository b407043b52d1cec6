package import Resolution
package import Themes

/// A text and its background as they are in one place where certain traits hold.
package struct ContrastJudgement: Sendable {
  package let pair: Kit.ContrastPair
  package let target: Target
  package let path: [Target]
  package let traits: TraitValues
  package let text: JudgedColor
  package let background: JudgedColor
  /// The numbers of its place and of its traits: of equal judgements the first is told.
  let rank: (place: Int, traits: Int)

  /// A color that a look-up gives, and where it comes from.
  package struct JudgedColor: Sendable {
    package let color: ResolvedColor
    let setting: DecidingSetting
    /// The colors of the theme that it goes through; not looked for where the theme's own rule sets it.
    let names: [String]
  }
}
