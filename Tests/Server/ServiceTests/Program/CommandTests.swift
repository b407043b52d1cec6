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
    (["--listen"], "There is no command '--listen'; settings follow it, as in 'livery serve --listen'."),
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
}
