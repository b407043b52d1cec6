internal import Documents
internal import Themes

/// METhemeKit's grammar of colors: hexadecimal digits with or without `#`, opacity before the color.
enum METhemeColor {
  /// What a text stands for.
  enum Meaning: Equatable {
    case color(Color)
    /// `00`, which the library takes for no color at all and draws as clear.
    case clearByAccident
    case unset
  }

  static func read(_ text: String) -> Result<Meaning, ValueRefusal> {
    if text.isEmpty { return .success(.unset) }
    let bare = text.utf8.first == UInt8(ascii: "#") ? text.utf8.dropFirst() : text.utf8[...]
    guard let digits = HexColor.digits(bare) else {
      return refuse("\(Quoted.name(text)) is not a color: METhemeKit has hexadecimal digits only.")
    }
    if digits == [0, 0] { return .success(.clearByAccident) }
    let channels = HexColor.channels(digits)
    switch channels.count {
    case 3: return .success(.color(Color(red: channels[0], green: channels[1], blue: channels[2])))
    case 4:
      return .success(
        .color(
          Color(
            red: channels[1], green: channels[2], blue: channels[3], opacity: Opacity(byte: channels[0]))))
    default:
      return refuse(
        "\(Quoted.name(text)) is not a color: METhemeKit has 3, 4, 6 or 8 digits, not \(digits.count).")
    }
  }

  private static func refuse(_ sentence: Message) -> Result<Meaning, ValueRefusal> {
    .failure(ValueRefusal(code: "bad-color", sentence: sentence))
  }
}
