import ServerAccess
import TestServer
import Testing

@Suite struct `The program` {
  @Test func `without a command tells how it is used and ends with 2`() throws {
    let ending = try Livery.run()
    #expect(ending.code == 2)
    #expect(ending.errors.contains("usage: livery COMMAND"))
  }

  @Test func `names itself`() throws {
    let ending = try Livery.run("version")
    #expect(ending.code == 0)
    #expect(ending.output.hasPrefix("livery "))
    for flag in ["-v", "-V", "--version"] { #expect(try Livery.run(flag).output == ending.output) }
    #expect(try Livery.run("version", "--json").output.hasPrefix("{\"name\":\"livery\""))
  }

  @Test(arguments: ["serve", "healthcheck", "version"])
  func `each command tells about itself`(_ command: String) throws {
    let ending = try Livery.run(command, "--help")
    #expect(ending.code == 0)
    #expect(ending.output.hasPrefix("usage: livery \(command)"))
    #expect(try Livery.run("--help").output.contains("\n  \(command) "))
  }

  @Test func `help fits a terminal of 80 columns, and help of a command is found either way`() throws {
    let help = try Livery.run("help").output
    let commands = help.split(separator: "\n").compactMap { line in
      // A summary that goes on in the next line stands further in.
      line.hasPrefix("  ") && !line.hasPrefix("   ") ? line.split(separator: " ").first.map(String.init) : nil
    }
    #expect(commands.count > 15)
    for text in try [help] + commands.map({ try Livery.run($0, "--help").output }) {
      #expect(text.split(separator: "\n").filter { $0.count > 80 } == [])
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    }
    #expect(try Livery.run("help", "switch").output == Livery.run("switch", "--help").output)
    #expect(try Livery.run("help", "swich").errors.contains("did you mean 'switch'?"))
  }

  @Test(arguments: [
    (["serv"], "There is no command 'serv'; did you mean 'serve'?"),
    (["--listen"], "'--listen' needs a value: --listen HOST:PORT."),
    (["--prot", "1"], "'livery serve' has no flag '--prot'; did you mean '--listen'?"),
    (
      ["--listen", "127.0.0.1:0", "sevre"],
      "There is no command 'sevre' to follow the flags of 'livery serve'."
    ),
    (["--server", "http://x", "active"], "Flags follow the command, as in 'livery active --server'."),
    (
      ["schedule", "x", "--daily"],
      "'livery schedule' has no flag '--daily'."
    ),
    (["serve", "--lisen", "x"], "'livery serve' has no flag '--lisen'; did you mean '--listen'?"),
    (["serve", "--port", "80"], "'livery serve' has no flag '--port'; did you mean '--listen'?"),
    (["serve", "--listen"], "'--listen' needs a value: --listen HOST:PORT."),
    (["serve", "--workers", "1", "--workers", "2"], "'--workers' is given twice."),
    (["serve", "now"], "'livery serve' does not take 'now'."),
    (["serve", "--workers=many"], "--workers must be a whole number from 0 to 256, not 'many'."),
    (["serve", "--token", "x"], "'livery serve' has no flag '--token'"),
    (["version", "--json=1"], "'--json' takes no value."),
    (["healthcheck", "--server", "ftp://x"], "'ftp://x' is not a server's address"),
    (["healthcheck", "--timeout", "0"], "'--timeout' must be a number of seconds"),
  ])
  func `wrong usage ends with 2 and the nearest name`(_ words: [String], _ sentence: String) throws {
    let ending = try Livery.run(words)
    #expect(ending.code == 2)
    #expect(ending.errors.contains(sentence), "\(ending.errors)")
    #expect(ending.errors.contains("--help'."))
    #expect(ending.output.isEmpty)
  }

  @Test func `a server that is not there ends with 69`() throws {
    let ending = try Livery.run("healthcheck", "--server", "127.0.0.1:1")
    #expect(ending.code == 69)
    #expect(ending.errors == "livery: No server answers at http://127.0.0.1:1: Connection refused.\n")
  }

  @Test func `a host that nobody knows is named`() throws {
    let ending = try Livery.run("active", "--server", "http://no-such-host.invalid")
    #expect(ending.code == 69)
    #expect(ending.errors.contains("there is no host 'no-such-host.invalid'"), "\(ending.errors)")
  }

  @Test func `a path before the interface is named, since a proxy should remove it`() throws {
    let server = try RunningServer()
    let ending = try Livery.run("active", "--server", "\(server.address)/themes")
    #expect(
      ending.errors.contains(
        "There is nothing at '/themes/v1/active', but at '/v1/active': leave out '/themes', or have the proxy remove it."
      ), "\(ending.errors)")
    #expect(try server.get("/a/v1/b/v1/theme").text.contains("leave out '/a/v1/b'"))
    #expect(try server.get("/themes/v1/theem").text.contains("There is nothing at '/themes/v1/theem'"))
  }
}
