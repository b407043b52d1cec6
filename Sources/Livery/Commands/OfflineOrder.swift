internal import Changes
internal import Service
internal import Themes

/// `livery switch --offline`: a switch without a server.
struct OfflineOrder {
  /// Where the files and the log are.
  static let flags = Flag.settings(["config", "state", "store"])

  private let arguments: Arguments

  init(_ arguments: Arguments) throws(Command.CommandError) {
    for flag in Flag.connection + [.buildsOn] where arguments.has(flag) {
      throw .usage("'\(flag.name)' is for a running server; leave it out with --offline.")
    }
    self.arguments = arguments
  }

  func run() throws(Command.CommandError) -> Command.ExitCode {
    let names = Set(Self.flags.map(\.name))
    let channel = arguments[.channel] ?? "main"
    let order = OfflineSwitch(
      to: arguments.operands[0], in: channel, note: arguments[.note], isForced: arguments.has(.otherKit))
    do {
      let (settings, _) = try Settings.read(
        flags: arguments.given.filter { names.contains($0.key) }, variables: ProcessEnvironment.variables)
      let publication = try order.perform(settings)
      Console.print(arguments.has(.json) ? json(publication, channel) : text(publication, channel))
      return .done
    } catch { throw Command.CommandError(error) }
  }

  private func text(_ publication: Publication, _ channel: String) -> String {
    let theme = arguments.operands[0]
    guard let change = publication.changes.last(where: { $0.kind == .activated }) else {
      return "\(channel): \(theme) was active already\n"
    }
    return "\(channel): \(theme)\(change.previous.map { " (was \($0))" } ?? "")\n"
  }

  private func json(_ publication: Publication, _ channel: String) -> String {
    let change = publication.changes.last { $0.kind == .activated }
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("channel", channel)
      json.member("theme", arguments.operands[0])
      if let previous = change?.previous { json.member("previous", previous) }
      json.member("cursor", publication.head.description)
      json.member("changed", change != nil)
    }
    return json.text + "\n"
  }
}
