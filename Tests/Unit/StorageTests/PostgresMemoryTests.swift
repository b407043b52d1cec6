import Changes
import Foundation
import TestSupport
import Testing

@testable import Storage

/// Tests what running servers remember of their log, and what they do if the log was replaced.
@Suite struct `A log in PostgreSQL that is open` {
  private let cluster: PostgresCluster
  private let database: String

  init() throws {
    cluster = try PostgresCluster.shared.get()
    database = try cluster.newDatabase()
  }

  private func store() throws -> PostgresStore {
    try PostgresStore(PostgresAddress(url: cluster.url(of: database)), timeouts: .ofTests)
  }

  @Test(arguments: [false, true])
  func `is renewed by who has seen of it what is gone, in a turn that wrote nothing too`(isTurn: Bool) throws
  {
    let (writer, reader) = (try store(), try store())
    try writer.put(.activate("a"))
    let before = try reader.open(knowing: nil, tail: 0).position
    try cluster.backUpLog(in: database)
    try writer.put(.activate("b"))
    var update = LogUpdate.reopen
    if isTurn {
      _ = try reader.transaction(from: before, keys: []) { transaction in
        update = transaction.update
        return LogCommit()
      }
    } else {
      update = try reader.update(since: before)
    }
    guard case .rows(_, let seen) = update else {
      Issue.record("nothing was shown: \(update)")
      return
    }
    try cluster.putBackLog(in: database)
    try expectRenewal(at: reader, knowing: seen)
  }

  @Test(arguments: [false, true])
  func `is renewed where it went on another way, past all that was seen`(isTurn: Bool) throws {
    let server = try store()
    try server.put(.activate("a"))
    try cluster.backUpLog(in: database)
    try server.put(.activate("b"))
    let seen = try server.open(knowing: nil, tail: 0).position
    try cluster.putBackLog(in: database)
    let stranger = try store()
    for theme in ["c", "d"] { try stranger.put(.activate(theme)) }
    var update = LogUpdate.nothing
    if isTurn {
      _ = try server.transaction(from: seen, keys: []) { transaction in
        update = transaction.update
        return LogCommit()
      }
    } else {
      update = try server.update(since: seen)
    }
    #expect(!update.goesOn, "\(update)")
    try expectRenewal(at: server, knowing: seen)
  }

  private func expectRenewal(at server: PostgresStore, knowing seen: LogPosition) throws {
    let opened = try server.open(knowing: seen, tail: 0)
    guard case .renewed = opened.origin else {
      Issue.record("two pasts under one cursor: \(opened.origin)")
      return
    }
    #expect(opened.position.epoch != seen.epoch)
  }

  @Test func `is asked for nothing once a newer version has changed it, by a connection that stays`() throws {
    let server = try store()
    try server.put(.activate("a"))
    let position = try server.open(knowing: nil, tail: 0).position
    try server.serve(files: Fingerprint(word: 1))
    let bell = DispatchSemaphore(value: 0)
    server.onUpdate { _ = bell.signal() }
    func wait(until holds: () -> Bool) throws {
      while !holds() { try #require(bell.wait(timeout: .now() + 60) == .success) }
    }
    func readable() -> Bool { (try? server.history(of: "main", before: .max, limit: 1)) != nil }
    try cluster.run("UPDATE livery.log SET schema = 99, readable_from = 99", in: database)
    let newer = StoreError.newerVersion(found: 99, known: PostgresSchema.version)
    // The history has no version: it is refused once the server has read the version from the log.
    try wait { !readable() }
    let connects = server.report?.figures.connects
    #expect(throws: newer) { try server.update(since: position) }
    #expect(throws: newer) { try server.history(of: "main", before: .max, limit: 1) }
    #expect(throws: newer) { try server.put(.activate("b")) }
    #expect(throws: newer) { try server.tryWriting() }
    try cluster.run("DELETE FROM livery.replicas", in: database)
    try server.serve(files: Fingerprint(word: 2))
    #expect(try cluster.run("SELECT count(*) FROM livery.replicas", in: database) == "0\n")
    #expect(try cluster.run("SELECT head FROM livery.log", in: database) == "1\n")
    try cluster.run("UPDATE livery.log SET schema = 1, readable_from = 1", in: database)
    try wait { readable() }
    #expect(server.report?.isReachable == true && server.report?.figures.connects == connects)
  }
}
