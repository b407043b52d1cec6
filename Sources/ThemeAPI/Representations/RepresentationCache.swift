package import Changes
internal import Synchronization

/// Keeps what was rendered: documents for as long as their catalog is served, ready replies for as long as
/// nothing at all has changed. Both are bounded, and what is asked for often stays.
package final class RepresentationCache: Sendable {
  private let documents: Mutex<Documents>
  private let shards: [ReplyShard]
  private let renderings = Atomic<UInt64>(0)

  private struct Documents {
    var owner: ThemeSet?
    var cache: ClockCache<String, Document>
  }

  /// - Parameter limit: what documents and replies may take together, in bytes.
  package init(limit: Int) {
    documents = Mutex(Documents(cache: ClockCache(limit: limit / 2)))
    shards = (0..<Self.shardCount).map { _ in ReplyShard(limit: limit / 2 / Self.shardCount) }
  }

  /// How many documents were rendered, since they were not kept.
  package var rendered: UInt64 { renderings.load(ordering: .relaxed) }

  /// The reply that is ready for exactly this head; nil where there is none.
  package func ready(_ head: any RequestHead, in snapshot: Snapshot) -> (reply: Reply, route: String)? {
    let target = head.target
    guard let variants = shard(of: target).variants(of: target, in: snapshot) else { return nil }
    for variant in variants.list where variant.suits(head) {
      guard let reply = variant.ready.reply(to: head) else { return nil }
      return (reply, variants.route)
    }
    return nil
  }

  /// The reply that is ready for exactly this question: who waited for the same shares it.
  func ready(_ question: ReadRequest, in snapshot: Snapshot) -> ReadyReply? {
    let target = question.target
    guard target != .unknown, let variants = shard(of: target).variants(of: target, in: snapshot) else {
      return nil
    }
    return variants.list.first { $0.suits(question) }?.ready
  }

  /// The reply to a question, rendered only where it is not there yet.
  func reply(
    _ representation: Representation, to question: ReadRequest, route: String, in snapshot: Snapshot,
    _ services: Services
  ) throws(Refusal) -> ReadyReply {
    let document = try document(representation, in: snapshot)
    let isCompressed = Negotiation.takesGzip(acceptEncoding: question.header("Accept-Encoding"))
    let ready = ReadyReply(
      document, representation, isCompressed: isCompressed, question: question, in: snapshot, services)
    let target = question.target
    guard target != .unknown else { return ready }
    // The last first: by `Accept-Encoding` the replies to one target differ most often.
    let headers = Array(ReadyReply.choosing(representation, services).reversed())
    let variant = ReplyShard.Variant(
      headers: headers, values: headers.map { question.header($0) }, ready: ready)
    shard(of: target).keep(variant, for: target, route: route, in: snapshot)
    return ready
  }

  private func document(_ representation: Representation, in snapshot: Snapshot) throws(Refusal) -> Document {
    let owner = snapshot.themeSet
    let key = representation.key
    let found = documents.withLock { documents -> Document? in
      if documents.owner !== owner {
        documents.owner = owner
        documents.cache.removeAll()
      }
      return documents.cache[key]
    }
    if let found { return found }
    renderings.add(1, ordering: .relaxed)
    let document = Document(try representation.render(), type: representation.type)
    documents.withLock { documents in
      guard documents.owner === owner else { return }
      documents.cache.insert(document, for: key, cost: document.bytes.count * 2 + key.utf8.count + 256)
    }
    return document
  }

  private static let shardCount = 8

  private func shard(of target: RawTarget) -> ReplyShard { shards[target.place(among: Self.shardCount)] }
}
