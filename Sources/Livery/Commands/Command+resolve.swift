internal import Resolution
internal import Service
internal import ThemeAPI
internal import Themes

extension Command {
  /// Answers a look-up from the files, as the server would.
  static let resolve = Command(
    "resolve", "Look up what a theme says about a class in its place, without a server.",
    operands: Operands(usage: "[NAME=VALUE …]", count: 0...256),
    flags: [.theme, .target, .containers, .trait, .property, .explain, .explainAll, .config, .json],
    details: """
      Traits may also stand at the end, without --trait. A property is written with its axis values after colons.

        livery resolve --for UIBarButtonItem --in UIToolbar userInterfaceStyle=dark
        livery resolve --theme new-year --for UIButton.sure --explain

      NO_COLOR turns colors off, CLICOLOR_FORCE=1 turns them on.
      """
  ) { arguments throws(CommandError) in
    let lookup = try FileLookup(arguments)
    let detail: ExplanationDetail =
      arguments.has(.explainAll) ? .all : arguments.has(.explain) ? .matching : .nothing
    let answer = try lookup.answer(explaining: detail)
    if arguments.has(.json) {
      Console.print(String(decoding: answer.json(.pretty), as: UTF8.self))
    } else {
      Console.print(AnswerText(answer: answer, paint: Paint(depth: .ofOutput), folder: lookup.folder).text)
    }
    return .done
  }
}

extension Flag {
  fileprivate static let explain = Flag(
    "--explain", nil, "tell which rule won each key, and why the others lost")
  fileprivate static let explainAll = Flag(
    "--explain-all", nil, "tell of the rules that did not match, too")
  static let theme = Flag(
    "--theme", "NAME", "the theme to ask; what the server shows first when not given")
  static let target = Flag("--for", "CLASS", "the class, with its styles: UIButton.sure")
  static let containers = Flag("--in", "PATH", "what it stands in, outermost first: UIWindow/UIToolbar")
  static let trait = Flag(
    "--trait", "NAME=VALUE", "a trait, such as userInterfaceStyle=dark; as often as there are traits",
    repeats: true)
  static let property = Flag("--property", "KEY", "one key, its axes falling back: titleColor:highlighted")
}
