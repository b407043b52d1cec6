internal import Service
internal import Themes

/// Tells what happened on standard output, and to the shell.
struct ChangePrinter {
  let channel: String
  let exec: String?
  let isJSON: Bool

  func tell(_ event: ChannelEvent) throws(Command.CommandError) {
    if isJSON { Console.print(compact(event.answer)) }
    switch event {
    case .present(let answer, let missed):
      guard let active = answer.root?["active"], active.kind == .object else { return }
      if !isJSON {
        if missed {
          Console.printError("livery: Changes were missed (\(answer.root?.text("reason") ?? "gone")).\n")
        }
        Console.print("\(channel): \(active.text("theme") ?? "") since \(active.text("since") ?? "")\n")
      }
      try run(missed ? "missed" : "present", active.text("theme"), answer["cursor"])
    case .changes(let answer):
      for change in answer.list("changes") {
        if !isJSON { Console.print(SwitchReport.change(change) + "\n") }
        try run(change.text("kind"), change.text("theme"), change.text("cursor"))
      }
    }
  }

  private func run(_ kind: String?, _ theme: String?, _ cursor: String?) throws(Command.CommandError) {
    guard let exec else { return }
    let variables = [
      "LIVERY_CHANNEL": channel, "LIVERY_KIND": kind ?? "", "LIVERY_THEME": theme ?? "",
      "LIVERY_CURSOR": cursor ?? "",
    ]
    let code: Int32
    do { code = try Shell.run(exec, variables: variables) } catch {
      throw .refused("The shell can't be run: \(error)")
    }
    if code != 0 { Console.printError("livery: the line after --exec ended with \(code).\n") }
  }

  /// One line an answer.
  private func compact(_ answer: ServerAnswer) -> String {
    answer.text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined() + "\n"
  }
}
