import Dispatch
import ServerAccess
import Synchronization
import TestServer
import Testing

@testable import Service

@Suite struct `The thread that reads the config folder` {
  @Test func `holds up nobody who orders, reads once more for all, and is given up at the end`() throws {
    let thread = try ReloadThread()
    let (began, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let orders = Mutex<[Bool]>([])
    try thread.start { isOrdered, _ in
      orders.withLock { $0.append(isOrdered) }
      began.signal()
      mayGoOn.wait()
    }
    thread.order(isOrdered: false)
    began.wait()
    thread.order(isOrdered: false)
    thread.order(isOrdered: true)
    mayGoOn.signal()
    began.wait()
    #expect(orders.withLock { $0 } == [false, true])
    #expect(thread.end(), "it is not waited for")
    mayGoOn.signal()
  }

  @Test func `counts the warnings of many themes that are served`() throws {
    let rule = #"{ "for": "UILabel", "set": { "textColor": "red" } }"#
    let names = (0..<257).map { "themes/t\($0).json" }
    let server = try RunningServer(
      files: Dictionary(uniqueKeysWithValues: names.map { ($0, #"{ "appearance": [\#(rule), \#(rule)] }"#) }))
    try eventually { try server.get("/readyz").text.contains(#""warnings":257"#) }
  }
}
