import Bindings
import Foundation
import ServerAccess
import TestServer
import Testing

@Suite struct `A state folder put back from a backup` {
  private let home: Folder

  init() throws { home = try Folder() }

  private func server() throws -> RunningServer {
    let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { own, _ in own }
    return try RunningServer(files: files, arguments: ["--state", home.state])
  }

  private func cursor(of server: RunningServer) throws -> String {
    try #require(try server.get("/v1/active")["livery-cursor"])
  }

  private func run(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(words)")
  }

  /// Stops the server, so that a backup can be made or put back.
  private func switched(_ times: Int) throws -> String {
    let server = try server()
    for time in 0..<times {
      try switchTheme(time.isMultiple(of: 2) ? "second" : "default", server)
    }
    let cursor = try cursor(of: server)
    #expect(server.stop().code == 0)
    return cursor
  }

  @Test func `is renewed from a folder without a config folder, but not with a wrong one`() throws {
    _ = try switched(1)
    func renew(_ more: String...) throws -> RunningServer.Ending {
      try Livery.run(["store", "renew", "--state", home.state] + more, in: home.config)
    }
    let renewed = try renew()
    #expect((renewed.code, renewed.errors) == (0, ""))
    #expect(renewed.output.contains("goes on after revision 1 under a new epoch"))
    let wrong = try renew("--config", "nowhere")
    #expect(
      wrong.code == 1 && wrong.errors.contains("There is no config folder 'nowhere'"), "\(wrong.errors)")
    try home.write(["Config/livery.json": "{"])
    #expect(try renew().errors.contains("Config/livery.json:1:2"), "what is there is read")
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func `belongs to the folder's owner after root has renewed it, but no linked file does`() throws {
    _ = try switched(1)
    let log = home.state + "/livery.sqlite"
    try run("chown", "-R", "daemon", home.state)
    try run(
      "sh", "-c", "cp \(log) \(log).back && mv \(log).back \(log) && rm -f \(log)-* && rm \(log).witness")
    try run(
      "sh", "-c",
      "echo x > \(home.path)/other && ln \(home.path)/other \(log)-other && ln -s ../other \(log)-link")
    #expect(try Livery.run("store", "renew", "--state", home.state).code == 0)
    for name in try FileManager.default.contentsOfDirectory(atPath: home.state) {
      let owner =
        try FileManager.default.attributesOfItem(atPath: "\(home.state)/\(name)")[.ownerAccountName]
        as? String
      #expect(owner == (name.hasSuffix("-other") || name.hasSuffix("-link") ? "root" : "daemon"), "\(name)")
    }
  }

  @Test(arguments: [
    "cp FROM/livery.sqlite FROM/livery.sqlite.witness TO/",
    "cp -a FROM/. TO/",
    "tar -C FROM -cf FROM.tar . && tar -C TO --overwrite -xf FROM.tar",
  ])
  func `is told by the start, and clients begin anew`(restore: String) throws {
    let backup = home.path + "/backup"
    _ = try switched(2)
    try run("cp", "-a", home.state, backup)
    let lost = try switched(3)
    try run("sh", "-c", restore.replacing("FROM", with: backup).replacing("TO", with: home.state))
    let server = try server()
    let said = try server.waitForLog(containing: "The change log goes on under a new epoch")
    #expect(said.contains("somebody touched its files"))
    let answer = try server.get("/v1/changes?since=\(lost)&wait=0")
    #expect(answer.status == 410 && answer.text.contains(#""reason":"epoch""#))
  }

  /// Restores only files with another size or time. The log itself is not replaced, since its changes are in the `-wal` file.
  @Test(arguments: [false, true])
  func `is told though only what differs was put back under a killed server`(wasStopped: Bool) throws {
    let backup = home.path + "/backup"
    var running = try server()
    for theme in ["second", "default"] { try switchTheme(theme, running) }
    if wasStopped { #expect(running.stop().code == 0) }
    try run("cp", "-a", home.state, backup)
    try awaitNextTick()
    if wasStopped { running = try server() }
    try switchTheme("second", running)
    let lost = try cursor(of: running)
    running.signal(SIGKILL)
    _ = running.ending()
    try synchronize(home.state, with: backup)
    let server = try server()
    _ = try server.waitForLog(containing: "The change log goes on under a new epoch")
    let answer = try server.get("/v1/changes?since=\(lost)&wait=0")
    #expect(answer.status == 410 && answer.text.contains(#""reason":"epoch""#))
  }

  private func switchTheme(_ theme: String, _ server: RunningServer) throws {
    #expect(try server.post("/v1/active", "{ \"theme\": \"\(theme)\" }").status == 200)
  }

  /// Restores like `rsync -a --delete`: a file with the same size and time stays, any other is written beside it and moved
  /// into place.
  private func synchronize(_ folder: String, with copy: String) throws {
    let files = FileManager.default
    try awaitNextTick()
    for name in try files.contentsOfDirectory(atPath: folder) {
      let (file, kept) = ("\(folder)/\(name)", "\(copy)/\(name)")
      guard files.fileExists(atPath: kept) else {
        try files.removeItem(atPath: file)
        continue
      }
      let (one, other) = try (attributes(of: file), attributes(of: kept))
      guard one.size != other.size || one.time != other.time else { continue }
      try run("cp", "-a", kept, file + ".new")
      try run("mv", file + ".new", file)
    }
  }

  private func attributes(of file: String) throws -> (size: Int, time: Date) {
    let found = try FileManager.default.attributesOfItem(atPath: file)
    return (try #require(found[.size] as? Int), try #require(found[.modificationDate] as? Date))
  }

  /// The file system's clock goes in steps of some milliseconds.
  private func awaitNextTick() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: home.state)
    let before = files.compactMap { FileStamp(of: "\(home.state)/\($0)")?.changedAt }.max() ?? 0
    let probe = home.path + "/probe"
    repeat {
      try Data([1]).write(to: URL(fileURLWithPath: probe))
    } while try #require(FileStamp(of: probe)).changedAt
      <= before
  }

  /// A copy that was made while the server ran, put back under one that was killed when it had nothing to do.
  @Test(arguments: [
    "livery.sqlite livery.sqlite-wal", "livery.sqlite livery.sqlite-wal livery.sqlite.witness",
  ])
  func `is told though the server was killed`(names: String) throws {
    let backup = home.path + "/backup"
    let running = try server()
    try switchTheme("second", running)
    try run("cp", "-a", home.state, backup)
    try switchTheme("default", running)
    let lost = try cursor(of: running)
    running.signal(SIGKILL)
    _ = running.ending()
    try awaitNextTick()
    for name in names.split(separator: " ") { try run("cp", "\(backup)/\(name)", home.state) }
    let server = try server()
    _ = try server.waitForLog(containing: "The change log goes on under a new epoch")
    #expect(try server.get("/v1/changes?since=\(lost)&wait=0").status == 410)
  }

  @Test func `can be told where no start could tell`() throws {
    let before = try switched(2)
    let running = try server()
    let busy = try Livery.run("store", "renew", "--state", home.state)
    #expect(busy.code == 1 && busy.errors.contains("another Livery is using"))
    #expect(try cursor(of: running) == before)
    #expect(running.stop().code == 0)
    let renewed = try Livery.run("store", "renew", "--state", home.state)
    #expect(renewed.code == 0, "\(renewed.errors)")
    #expect(renewed.output.contains("goes on after revision 2 under a new epoch"))
    let server = try server()
    #expect(try server.get("/v1/changes?since=\(before)&wait=0").status == 410)
    #expect(try cursor(of: server).hasSuffix("-2"))
  }

  @Test(arguments: [
    (["store"], 2, "'livery store' needs renew | schema | migrate | check | copy FROM TO."),
    (
      ["store", "restore"], 2,
      "'livery store' takes renew, schema, migrate, check or copy, not 'restore'."
    ),
    (["store", "renew", "--store", "memory:"], 1, "A log in memory is never put back"),
    (["store", "renew", "--store", "sqlite:/nonexistent/x"], 1, "there is no log at /nonexistent/x"),
  ])
  func `is not renewed by mistake`(words: [String], code: Int32, sentence: String) throws {
    let ending = try Livery.run(words)
    #expect(ending.code == code && ending.errors.contains(sentence), "\(ending.errors)")
  }
}
