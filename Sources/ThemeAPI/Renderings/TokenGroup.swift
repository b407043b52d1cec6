internal import Resolution
internal import Themes

/// A group of design tokens, built from paths. A name that is a token and a group at once keeps its token as `$root`.
struct TokenGroup: Sendable {
  enum Token: Sendable {
    case color(ResolvedColor)
    case number(Double)
    case duration(Double)
  }

  private var token: Token?
  private var members: [(name: String, group: TokenGroup)] = []
  private var numbers: [String: Int] = [:]

  mutating func add(_ token: Token, at path: some Collection<String>) {
    guard let first = path.first else {
      self.token = token
      return
    }
    let place = numbers[first] ?? members.endIndex
    if place == members.endIndex {
      numbers[first] = place
      members.append((first, TokenGroup()))
    }
    members[place].group.add(token, at: path.dropFirst())
  }

  func writeMembers(to json: inout JSONWriter) {
    if let token { json.member("$root") { Self.write(token, to: &$0) } }
    for member in members {
      json.member(member.name) { json in
        if let token = member.group.token, member.group.members.isEmpty {
          Self.write(token, to: &json)
        } else {
          json.object { member.group.writeMembers(to: &$0) }
        }
      }
    }
  }

  private static func write(_ token: Token, to json: inout JSONWriter) {
    json.object { json in
      switch token {
      case .color(let color):
        json.member("$type", "color")
        json.member("$value") { write(color, to: &$0) }
      case .number(let number):
        json.member("$type", "number")
        json.member("$value", number)
      case .duration(let seconds):
        json.member("$type", "duration")
        json.member("$value") { json in
          json.object { json in
            json.member("value", (seconds * 1000).rounded())
            json.member("unit", "ms")
          }
        }
      }
    }
  }

  private static func write(_ color: ResolvedColor, to json: inout JSONWriter) {
    json.object { json in
      json.member("colorSpace", "srgb")
      json.member("components") { json in
        json.array { json in
          for channel in [color.red, color.green, color.blue] { json.number(Double(channel) / 255) }
        }
      }
      json.member("alpha", Double(color.alpha) / 255)
      json.member("hex", String(color.hex.prefix(7)))
    }
  }
}
