import Foundation
import ServerAccess
import Service
import TestServer
import Testing

/// The real server over a disk that is full, and over one whose sync fails.
@Suite struct `Trouble with the disk` {
  private static let files = RunningServer.oneTheme.merging([
    "themes/night.json": "{}", "themes/new-year.json": "{}",
  ]) { _, own in own }

  /// The limit that keeps the log from growing.
  enum Shortage: CaseIterable {
    /// The process may write no file further than this.
    case limit
    /// A file system of a megabyte; to mount one takes root, so in the long form alone.
    case disk

    static let tried: [Shortage] =
      ProcessInfo.processInfo.environment["LIVERY_LONG"] != nil && geteuid() == 0 ? allCases : [.limit]
  }

  @Test(arguments: Shortage.tried)
  func `when it is full refuses writes until there is room, without a restart`(_ shortage: Shortage) throws {
    let disk = try SmallDisk(isMounted: shortage == .disk)
    let server = try start(disk)
    _ = try acknowledged(server, "night")
    try disk.fill(server.pid)
    let (theme, cursor) = try switchesUntilRefused(server)
    let parked = try server.connect()
    try parked.request("GET", "/v1/changes?since=\(cursor)&wait=55")
    try expectReads(server, "no room to write", theme)
    _ = try server.waitForLog(containing: "The change log can't be written")
    // A change of the files can't be announced either: it is served once it can.
    try server.folder.write(["themes/\(theme).json": #"{ "title": "New" }"#])
    _ = try server.waitForLog(containing: "not served as it is now")
    try disk.makeRoom(server.pid)
    _ = try server.waitForLog(containing: "The change log can be written again")
    _ = try server.waitForLog(containing: "Read the config folder again")
    #expect(try server.get("/readyz").text.contains(#""writable":true"#))
    #expect(try parked.answer().text.contains(#""kind":"updated""#))
    let next = try acknowledged(server, "default")
    #expect(server.stop().code == 0)
    let again = try start(disk)
    #expect(try again.get("/v1/active")["livery-cursor"] == next)
  }

  /// Tests no kill on a file system of its own: there, the file space that a killed server reserved can be written.
  @Test(arguments: Shortage.tried.map { ($0, false) } + [(.limit, true)])
  func `when it is full at the start serves what there is, and what came meanwhile is told later`(
    _ shortage: Shortage, wasKilled: Bool
  ) throws {
    let disk = try SmallDisk(isMounted: shortage == .disk)
    let before = try start(disk)
    let cursor = try acknowledged(before, "night")
    if wasKilled {
      before.signal(SIGKILL)
      _ = before.ending()
    } else {
      #expect(before.stop().code == 0)
    }
    if shortage == .disk { try disk.fill(0) }
    let server = try RunningServer(
      files: Self.files.merging(["themes/night.json": #"{ "title": "Night" }"#]) { $1 },
      arguments: disk.arguments, isDiskFull: shortage == .limit)
    _ = try server.waitForLog(containing: "The change log can't be written")
    try expectReads(server, "no room to write")
    try expectRefusal(server.post("/v1/active", #"{ "theme": "new-year" }"#), 507, "store-full")
    #expect(try server.get("/v1/active")["livery-cursor"] == cursor, "the log goes on as it was")
    let parked = try server.connect()
    try parked.request("GET", "/v1/changes?since=\(cursor)&wait=55")
    try disk.makeRoom(server.pid)
    _ = try server.waitForLog(containing: "The change log can be written again")
    #expect(try parked.answer().text.contains(#""kind":"updated""#))
    let next = try acknowledged(server, "new-year")
    #expect(next == cursor.dropLast() + "3")
    #expect(server.stop().code == 0)
    #expect(try start(disk).get("/v1/active")["livery-cursor"] == next)
  }

  @Test func `when nothing more goes into the file ahead of the log writes that over from its beginning`()
    throws
  {
    let disk = try SmallDisk(isMounted: false)
    let server = try start(disk)
    var cursor = try acknowledged(server, "night")
    while try disk.size(of: "log.db-wal") <= disk.size(of: "log.db") {
      _ = try acknowledged(server, "new-year")
      cursor = try acknowledged(server, "night")
    }
    try disk.fill(server.pid, from: try disk.size(of: "log.db-wal"))
    for number in 0..<40 {
      cursor = try acknowledged(server, number.isMultiple(of: 2) ? "new-year" : "night")
    }
    #expect(try server.get("/readyz").text.contains(#""writable":true"#))
    try disk.makeRoom(server.pid)
    server.signal(SIGKILL)
    _ = server.ending()
    #expect(try start(disk).get("/v1/active")["livery-cursor"] == cursor)
  }

  @Test func `when its sync fails refuses writes until a restart`() throws {
    let disk = try SmallDisk(isMounted: false)
    let faults = try FaultInjection()
    let server = try start(disk, faults.environment)
    let cursor = try acknowledged(server, "night")
    let parked = try server.connect()
    try parked.request("GET", "/v1/changes?since=\(cursor)&wait=55")
    try faults.failSyncs()
    try expectRefusal(server.post("/v1/active", #"{ "theme": "new-year" }"#), 503, "store-unavailable")
    try faults.letSyncsBe()
    try expectRefusal(server.post("/v1/active", #"{ "theme": "new-year" }"#), 503, "store-unavailable")
    try expectReads(server, "writing failed")
    #expect(server.stop().code == 0)
    let answer = try parked.answer()
    #expect(answer.status == 204)
    #expect(answer["livery-cursor"] == cursor)
    let again = try start(disk)
    // Writes without acknowledgment may be in the log or not; acknowledged writes are.
    let history = try again.get("/v1/changes?since=\(cursor.dropLast())0&mode=all").text
    #expect(history.contains(#""theme":"night""#))
    _ = try acknowledged(again, "default")
  }

  private func start(_ disk: SmallDisk, _ environment: [String: String] = [:]) throws -> RunningServer {
    try RunningServer(files: Self.files, arguments: disk.arguments, environment: environment)
  }

  /// Switches back and forth while there is space. Returns the theme that is active then, and the cursor.
  private func switchesUntilRefused(_ server: RunningServer) throws -> (theme: String, cursor: String) {
    var state = (theme: "night", cursor: try #require(try server.get("/v1/active")["livery-cursor"]))
    for _ in 0..<1000 {
      let next = state.theme == "night" ? "new-year" : "night"
      let answer = try server.post("/v1/active", #"{ "theme": "\#(next)" }"#)
      guard answer.status == 200 else {
        try expectRefusal(answer, 507, "store-full")
        return state
      }
      state = (next, try #require(answer["livery-cursor"]))
    }
    Issue.record("the disk is not full")
    return state
  }

  /// The cursor of a switch that was taken.
  private func acknowledged(_ server: RunningServer, _ theme: String) throws -> String {
    let answer = try server.post("/v1/active", #"{ "theme": "\#(theme)" }"#)
    try #require(answer.status == 200, "\(answer.text)")
    return try #require(answer["livery-cursor"])
  }

  private func expectRefusal(_ answer: HTTPClient.ServerReply, _ status: Int, _ code: String) throws {
    #expect(answer.status == status)
    #expect(answer["content-type"] == "application/problem+json")
    #expect(answer.text.contains("urn:livery:problem:\(code)"))
    #expect(answer["retry-after"].flatMap { Int($0) } != nil)
  }

  private func expectReads(_ server: RunningServer, _ why: String, _ theme: String = "night") throws {
    #expect(try server.get("/v1/active").text.contains(theme))
    #expect(try server.get("/v1/theme").status == 200)
    #expect(try server.get("/v1/history").text.contains(theme))
    let ready = try server.get("/readyz")
    #expect(ready.status == 200, "clients are served on")
    for words in [#""writable":false"#, #""since":"20"#, why] { #expect(ready.text.contains(words)) }
    #expect(try server.get("/metrics").text.contains("livery_store_writable 0"))
  }
}

/// A place for a log that can be made too small.
private final class SmallDisk {
  private let folder: Folder
  private let isMounted: Bool
  var path: String { folder.path }
  var arguments: [String] { ["--store", "sqlite:\(path)/log.db"] }

  init(isMounted: Bool) throws {
    folder = try Folder()
    self.isMounted = isMounted
    if isMounted { try Self.run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path) }
  }

  deinit {
    if isMounted { try? Self.run("umount", "--lazy", folder.path) }
  }

  func size(of file: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: "\(path)/\(file)")[.size] as? Int)
  }

  /// Leaves no byte of room.
  /// - Parameter size: up to which files may be written over where nothing is mounted.
  func fill(_ process: Int32, from size: Int = 1) throws {
    guard isMounted else { return try Self.limitFiles(of: process, to: "\(size)") }
    // It ends when there is no room.
    try Self.run("sh", "-c", "dd if=/dev/zero of=\(path)/filler bs=4096 2>&- || true")
  }

  func makeRoom(_ process: Int32) throws {
    guard isMounted else { return try Self.limitFiles(of: process, to: "unlimited") }
    try FileManager.default.removeItem(atPath: "\(path)/filler")
  }

  private static func limitFiles(of process: Int32, to bytes: String) throws {
    try run("prlimit", "--pid", "\(process)", "--fsize=\(bytes):unlimited")
  }

  private static func run(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(words)")
  }
}
