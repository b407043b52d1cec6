import Synchronization
import Testing

@testable import Bindings

private let request = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"

/// Holds a parked exchange for a test.
private final class ParkingLot {
  var exchange: ParkedExchange?
}

@Suite struct `An exchange` {
  @Test func `that is answered sends the answer, and its connection stays`() throws {
    let stand = try DaemonStand()
    let client = try stand.connect(sending: request)
    #expect(client.received().hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(!client.isClosed)
    #expect(stand.lastDelegate?.wasFinished ?? false)
    Socket.send(client.number, Array(request.utf8))
    stand.run()
    #expect(client.received().hasSuffix("the page"))
  }

  @Test func `that is let go closes its connection without a word`() throws {
    let stand = try DaemonStand { _ = consume $0 }
    let client = try stand.connect(sending: request)
    #expect(client.received() == "")
    #expect(client.isClosed)
    #expect(stand.lastDelegate?.wasClosed ?? false)
  }

  @Test func `that is parked sends nothing until it is answered`() throws {
    let lot = ParkingLot()
    let stand = try DaemonStand { lot.exchange = $0.park() }
    let client = try stand.connect(sending: request)
    #expect(client.received() == "")
    #expect(!client.isClosed)
    lot.exchange.take()?.answer(DaemonStand.page)
    stand.run()
    #expect(client.received().hasSuffix("the page"))
    #expect(!client.isClosed)
  }

  @Test func `that is parked and let go closes its connection without a word`() throws {
    let lot = ParkingLot()
    let stand = try DaemonStand { lot.exchange = $0.park() }
    let client = try stand.connect(sending: request)
    lot.exchange = nil
    stand.run()
    #expect(client.received() == "")
    #expect(client.isClosed)
  }

  @Test func `that is still parked when its daemon stops ends the process`() async {
    await #expect(processExitsWith: .failure) {
      let lot = ParkingLot()
      let stand = try DaemonStand { lot.exchange = $0.park() }
      _ = try stand.connect(sending: request)
      stand.stop()
    }
  }
}

@Suite struct `An open answer` {
  private final class Opened {
    var answer: OpenAnswer?
  }

  private func open() throws -> (DaemonStand, StandClient, OpenAnswer) {
    let opened = Opened()
    let stand = try DaemonStand { opened.answer = $0.open(headers: [("Content-Type", "text/plain")]) }
    let client = try stand.connect(sending: request)
    return (stand, client, try #require(opened.answer))
  }

  @Test func `sends pieces as they are given and sleeps in between`() throws {
    let (stand, client, answer) = try open()
    #expect(client.received().contains("Content-Type: text/plain\r\n"))
    for piece in ["one", "two"] {
      answer.send(Array(piece.utf8))
      stand.run()
      #expect(client.received() == "3\r\n\(piece)\r\n")
      #expect(answer.backlog == 0)
    }
    answer.finish()
    stand.run()
    #expect(client.received() == "0\r\n\r\n")
    #expect(stand.lastDelegate?.wasFinished ?? false)
  }

  @Test func `that is finished sends first what it was given`() throws {
    let (stand, client, answer) = try open()
    answer.send(Array("last".utf8))
    answer.finish()
    stand.run()
    #expect(client.received().hasSuffix("4\r\nlast\r\n0\r\n\r\n"))
  }

  @Test func `that is cut closes its connection, unfinished`() throws {
    let (stand, client, answer) = try open()
    answer.send(Array("never sent".utf8))
    answer.cut()
    stand.run()
    #expect(!client.received().contains("0\r\n\r\n"))
    #expect(client.isClosed)
    #expect(answer.backlog == 0)
  }

  @Test func `tells what its client has not taken`() throws {
    let (stand, client, answer) = try open()
    _ = client.received()
    answer.send([UInt8](repeating: 0x61, count: 8 << 20))
    stand.run()
    #expect(answer.backlog > 0)
    while answer.backlog > 0 {
      _ = client.received()
      stand.run()
    }
    answer.finish()
    stand.run()
    #expect(client.received().hasSuffix("0\r\n\r\n"))
  }

  @Test func `that is detached does nothing more`() throws {
    let (stand, client, answer) = try open()
    _ = client.received()
    answer.cut()
    stand.run()
    answer.detach()
    answer.send(Array("late".utf8))
    answer.finish()
    stand.run()
    #expect(client.received() == "")
  }
}
