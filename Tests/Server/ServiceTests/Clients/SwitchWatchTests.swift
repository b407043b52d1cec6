import TestServer
import TestSupport
import Testing

/// `livery switch --watch`, `--guard` and `livery active --clients`.
@Suite struct `A switch that its operator watches` {
  private let people: WaitingPopulation

  init() throws {
    people = WaitingPopulation(try RunningServer(files: WaitingPopulation.files))
  }

  private func command(_ words: String...) throws -> RunningServer.Ending {
    try Livery.run(words, environment: ["LIVERY_SERVER": "http://\(people.server.address)"])
  }

  /// Lets clients take what they are told, and come back, while a command runs.
  private func whileTaking(
    _ clients: [WaitingPopulation.Client], refusing count: Int = 0, guard condition: String = ""
  ) throws -> (code: Int32, output: String) {
    let running = try RunningCommand(
      "switch", "second", "--watch", condition.isEmpty ? "--channel=main" : "--guard=\(condition)",
      environment: ["LIVERY_SERVER": "http://\(people.server.address)"])
    for client in clients { #expect(try client.take() == 200) }
    for (number, client) in clients.enumerated() {
      client.wait(number < count ? "Livery-Refused: no theme in it\r\n" : "")
    }
    return running.ending()
  }

  @Test func `ends when all have it, with one line where there is no terminal`() throws {
    let clients = try people.clients(12, "/v1/theme", "Mozilla/5.0")
    try people.expect(["waiting": 12, "holding": 12])
    let (code, text) = try whileTaking(clients)
    #expect(text.contains("main: second (was default)\n████████████ 12 of 12 have it, "), "\(text)")
    #expect(code == 0, "\(text)")
    let figures = try command("active", "--clients")
    #expect(figures.code == 0 && figures.output.contains("12 of 12 have it: half after "), "\(figures)")
    #expect(figures.output.contains("\n  web   12       12"), "\(figures)")
    #expect(try command("active", "--clients", "--json").output.contains(#""toldInAll":12"#))
  }

  @Test func `stays until its guard is decided, and says who refused`() throws {
    let clients = try people.clients(12, "/v1/theme", "Mozilla/5.0")
    try people.expect(["waiting": 12, "holding": 12])
    let (code, text) = try whileTaking(clients, refusing: 3, guard: "0.9/6")
    #expect(text.contains("█████████░░░ 9 of 12 have it, 3 refused, "), "\(text)")
    #expect(text.contains("The guard has taken it back.\n  3 refused it: no theme in it\n"), "\(text)")
    #expect(code == 1, "\(text)")
  }

  @Test func `says that nobody waits, and refuses a guard that is none`() throws {
    let lone = try command("switch", "second", "--watch")
    #expect(lone.code == 0 && lone.output.contains("No client waits for 'main'."), "\(lone)")
    for words in ["0.9", "a/b", "0.9/nan", "1/2/3"] {
      #expect(try command("switch", "third", "--guard", words).code == 2, "\(words)")
    }
    let refused = try command("switch", "third", "--guard", "2/30")
    #expect(refused.code == 1 && refused.errors.contains("above 0 and at most 1"), "\(refused)")
  }
}
