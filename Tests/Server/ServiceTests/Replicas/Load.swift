import Foundation
import ServerAccess
import Synchronization
import TestServer

/// Clients that write without a pause, each in a channel of its own and at another server each time, and record
/// the responses.
final class Load: Sendable {
  /// To be run side by side.
  let writers: [@Sendable () throws -> Void]
  private let notes: Notes

  init(on replicas: [Replica], writers count: Int, each: Int) {
    let notes = Notes()
    self.notes = notes
    writers = (0..<count).map { writer in
      {
        for number in 0..<each {
          let (note, theme) = ("w\(writer)n\(number)", number % 2 == 0 ? "night" : "year")
          let body = #"{"theme":"\#(theme)","channel":"c\#(writer)","note":"\#(note)"}"#
          let reply = try replicas[(writer + number) % replicas.count].post("/v1/active", body)
          guard reply.status == 200 else { throw Refused(text: "\(reply.status) \(reply.text)") }
          notes.add(note, reply.cursor)
        }
      }
    }
  }

  struct Refused: Error { let text: String }

  /// The notes of the acknowledged writes, with the cursors of the responses.
  var acknowledged: [String: String] { notes.cursors.withLock { $0 } }

  /// Until so many writes were acknowledged.
  func wait(for count: Int) throws { try eventually { acknowledged.count >= count } }

  private final class Notes: Sendable {
    let cursors = Mutex<[String: String]>([:])

    func add(_ note: String, _ cursor: String) { cursors.withLock { $0[note] = cursor } }
  }
}
