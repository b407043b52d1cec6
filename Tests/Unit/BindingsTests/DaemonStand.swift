import Glibc

@testable import Bindings

/// A daemon with its host, for connections whose other end a test holds. Nothing but the test runs it.
final class DaemonStand: DaemonHost {
  private(set) var daemon: Daemon?
  /// The requests that the library refused by itself, oldest first.
  private(set) var refusals: [Int] = []
  /// Called with each complete request.
  fileprivate let complete: (consuming Exchange) -> Void
  fileprivate(set) var lastDelegate: StandDelegate?

  init(_ complete: @escaping (consuming Exchange) -> Void = { $0.answer(DaemonStand.page) }) throws {
    self.complete = complete
    daemon = try Daemon(Daemon.Configuration(), host: self)
  }

  /// The response to every request, unless a test sets another.
  static var page: StatusResponse {
    guard let response = Response(bytes: Array("the page".utf8), headers: []) else {
      fatalError("no memory for a response")
    }
    return StatusResponse(status: 200, response: response)
  }

  func opened(_ connection: DaemonConnection) -> (any DaemonConnectionDelegate)? {
    let delegate = StandDelegate(of: self, connection)
    lastDelegate = delegate
    return delegate
  }

  func refused(_ descriptor: Int32, status: Int) -> Response? {
    refusals.append(status)
    return nil
  }

  /// A connection that has sent these bytes; the daemon has read them.
  func connect(sending bytes: [UInt8]) throws -> StandClient {
    let ends = try SocketPair()
    let client = StandClient(ends.client.number)
    Socket.send(client.number, bytes)
    daemon?.add(ends.server, from: SocketAddress())
    run()
    return client
  }

  func connect(sending text: String) throws -> StandClient { try connect(sending: Array(text.utf8)) }

  /// Lets the daemon do whatever it can do now.
  func run() { for _ in 0..<6 { daemon?.run() } }

  func stop() {
    daemon?.stop()
    daemon = nil
  }
}

/// The daemon's events of one connection.
final class StandDelegate: DaemonConnectionDelegate {
  private unowned let stand: DaemonStand
  private unowned let connection: DaemonConnection
  private(set) var target: String?
  private(set) var check: HeaderCheck?
  private(set) var method: String?
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var wasFinished = false
  private(set) var wasClosed = false

  init(of stand: DaemonStand, _ connection: DaemonConnection) {
    self.stand = stand
    self.connection = connection
  }

  func began(target: borrowing TargetBytes) { self.target = target.text }

  func headed(_ check: HeaderCheck) -> StatusResponse? {
    self.check = check
    method = connection.method
    connection.forEachHeader { fields.append(($0, $1)) }
    return nil
  }

  func received(_ piece: borrowing BodyPiece) -> Bool { true }
  func completed(_ exchange: consuming Exchange) { stand.complete(exchange) }
  func finished() { wasFinished = true }
  func closed() { wasClosed = true }
}

/// The other end of a connection.
final class StandClient {
  let number: Int32

  /// Takes a copy of the descriptor.
  init(_ number: Int32) { self.number = dup(number) }

  deinit { _ = close(number) }

  /// The bytes that have arrived, without waiting for more.
  func received() -> String {
    var text: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe recv(number, &room, room.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += room[..<count]
    }
  }

  /// Whether the daemon has closed its end, everything having been read.
  var isClosed: Bool {
    var byte: UInt8 = 0
    return unsafe recv(number, &byte, 1, Int32(MSG_DONTWAIT | MSG_PEEK)) == 0
  }
}
