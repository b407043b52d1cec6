import Documents
import Foundation
import ServerAccess
import TestServer
import Testing
import Themes

/// Drafts on the real server.
@Suite struct `Drafts on a running server` {
  private static let files = RunningServer.oneTheme.merging(["themes/red.json": "{}"]) { one, _ in one }

  private func member(_ name: String, of reply: HTTPClient.ServerReply) throws -> String {
    let root = JSONReader.read(SourceFile(name: "reply", bytes: reply.body)).root
    return try #require(root?[name]?.string, "\(reply.text)")
  }

  private func make(_ server: RunningServer, query: String = "") throws -> (id: String, key: String) {
    let made = try server.post("/v1/drafts?name=red\(query)", #"{ "title": "Redder" }"#)
    #expect(made.status == 201, "\(made.text)")
    return (try member("id", of: made), try member("key", of: made))
  }

  @Test func `survive the power cut after their answer, and so do their ends`() throws {
    let folder = try Folder()
    let state = ["LIVERY_STATE": folder.state]
    let server = try RunningServer(files: Self.files, environment: state)
    let cursor = try server.get("/v1/changes")["livery-cursor"]
    let (kept, discarded) = (try make(server), try make(server))
    #expect(try server.send("DELETE", "/v1/drafts/\(discarded.id)").status == 200)
    server.signal(SIGKILL)
    _ = server.ending()
    let again = try RunningServer(files: Self.files, environment: state)
    let draft = try again.get("/v1/drafts/\(kept.id)")
    #expect(draft.status == 200)
    #expect(try member("key", of: draft) == kept.key && member("title", of: draft) == "Redder")
    #expect(try again.get("/v1/drafts/\(kept.id)/document").text == #"{ "title": "Redder" }"#)
    let gone = try again.get("/v1/drafts/\(discarded.id)")
    #expect(gone.status == 410 && gone.text.contains(#""reason":"discarded""#))
    #expect(try again.get("/v1/changes")["livery-cursor"] == cursor)
  }

  @Test func `are written into the log of writes by their ids, never with their keys`() throws {
    let server = try RunningServer(files: Self.files, environment: ["LIVERY_LOG_LEVEL": "debug"])
    let draft = try make(server)
    let made = try server.waitForLog(containing: #""message":"Wrote""#)
    #expect(made.contains(#""what":"createDraft""#) && made.contains(#""name":"\#(draft.id)""#), "\(made)")
    #expect(try server.send("DELETE", "/v1/drafts/\(draft.id)").status == 200)
    let ended = try server.waitForLog(containing: #""message":"Wrote""#, times: 2)
    #expect(ended.contains(#""what":"discardDraft""#) && ended.contains(#""name":"\#(draft.id)""#))
    #expect(try server.post("/v1/drafts?name=red", "{").status == 422)
    let refused = try server.waitForLog(containing: "Refused a write")
    #expect(refused.contains(#""what":"createDraft""#) && refused.contains(#""status":422"#), "\(refused)")
    #expect(!server.stop().errors.contains(draft.key))
  }

  @Test func `are published after a power cut, by one change`() throws {
    let folder = try Folder()
    let state = ["LIVERY_STATE": folder.state]
    let server = try RunningServer(files: Self.files, environment: state)
    let draft = try make(server)
    server.signal(SIGKILL)
    _ = server.ending()
    let again = try RunningServer(files: Self.files, environment: state)
    let done = try again.send("POST", "/v1/drafts/\(draft.id)/publish")
    #expect(done.status == 200, "\(done.text)")
    again.signal(SIGKILL)
    _ = again.ending()
    let third = try RunningServer(files: Self.files, environment: state)
    #expect(try third.get("/v1/themes/red").text == #"{ "title": "Redder" }"#)
    let history = try third.get("/v1/history?channel=*").text
    #expect(history.contains(#""draft":"\#(draft.id)","authors":["local"]"#), "\(history)")
    let gone = try third.get("/v1/drafts/\(draft.id)")
    #expect(gone.status == 410 && gone.text.contains(#""reason":"published""#))
  }

  @Test func `that are planned are published at their time, also after a stop`() throws {
    let folder = try Folder()
    let state = ["LIVERY_STATE": folder.state]
    let server = try RunningServer(files: Self.files, environment: state)
    let (soon, late) = (try make(server), try make(server))
    func plan(_ id: String, in seconds: TimeInterval, on server: RunningServer) throws {
      let moment = Date(timeIntervalSinceNow: seconds).ISO8601Format()
      let planned = try server.post("/v1/drafts/\(id)/publish", #"{"at":"\#(moment)"}"#)
      #expect(planned.status == 202 && planned.text.contains(#""state":"planned""#), "\(planned.text)")
    }
    try plan(soon.id, in: 4, on: server)
    try plan(late.id, in: 5, on: server)
    #expect(server.stop().code == 0)
    sleep(5)
    let again = try RunningServer(files: Self.files, environment: state)
    let line = try again.waitForLog(containing: "Published a planned draft")
    #expect(line.contains(#""draft":"\#(soon.id)","theme":"red","by":"local""#), "\(line)")
    // The second builds on the document before.
    let warning = try again.waitForLog(containing: "A planned draft was not published")
    #expect(
      warning.contains(#""draft":"\#(late.id)","theme":"red""#) && warning.contains(#""level":"warning""#))
    #expect(try again.get("/v1/drafts/\(soon.id)").text.contains(#""reason":"published""#))
    #expect(try again.get("/v1/drafts/\(late.id)").text.contains(#""state":"stale""#))
    #expect(again.stop().errors.components(separatedBy: "Published a planned draft").count == 2)
  }

  @Test func `expire by themselves, and wake who waits for the list`() throws {
    let server = try RunningServer(files: Self.files)
    let draft = try make(server, query: "&lifetime=2")
    let list = try server.get("/v1/drafts")
    let tag = try #require(list["etag"])
    let began = Date()
    let next = try server.get("/v1/drafts", headers: [("If-None-Match", tag), ("Prefer", "wait=20")])
    #expect(next.status == 200 && next.text == #"{"drafts":[]}"# && Date().timeIntervalSince(began) < 15)
    let gone = try server.get("/v1/drafts/\(draft.id)")
    #expect(gone.status == 410 && gone.text.contains(#""reason":"expired""#))
  }
}
