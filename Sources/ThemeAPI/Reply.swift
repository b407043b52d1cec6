internal import Documents
package import Renderings
internal import Synchronization

/// A response to a client: a status, headers of its own, and bytes that may be shared.
package struct Reply: Sendable {
  package let status: Int
  package internal(set) var headers: [Request.Field]
  package internal(set) var content: Content
  /// The facts for the log of writes; nil for a successful read.
  var note: WriteNote?
  /// The channel whose change the reply notifies a waiting client of; nil if it is no such reply.
  package var notifiedChannel: String?

  package init(status: Int, headers: [Request.Field] = [], content: Content = .empty) {
    (self.status, self.headers, self.content) = (status, headers, content)
  }

  /// Returns a reply that is true now only, so that no cache may keep it.
  package static func fresh(
    status: Int = 200, _ bytes: [UInt8], _ type: MediaType, headers: [Request.Field] = []
  ) -> Reply {
    Reply(
      status: status, headers: headers,
      content: Content(
        bytes, headers: [.init("Content-Type", type.text), .init("Cache-Control", "no-store")]))
  }

  /// Returns a reply with a JSON object, which no cache may keep.
  static func json(
    status: Int = 200, headers: [Request.Field] = [], _ members: (inout JSONWriter) -> Void
  ) -> Reply {
    .fresh(status: status, JSONWriter.object(members), .json, headers: headers)
  }

  package var unkept: Reply { caching("no-store") }

  /// Returns the reply with other directives for caches.
  func caching(_ directives: String) -> Reply {
    let headers = content.headers.map { field in
      field.name == "Cache-Control" ? Request.Field(field.name, directives) : field
    }
    var reply = self
    reply.content = Content(content.bytes, headers: headers)
    return reply
  }

  package func adding(_ fields: [Request.Field]) -> Reply {
    var reply = self
    reply.headers += fields
    return reply
  }

  /// Returns the reply as one that notifies a waiting client of a channel's change.
  func notifying(of channel: String?) -> Reply {
    guard let channel else { return self }
    var reply = self
    reply.notifiedChannel = channel
    return reply
  }
}

/// The bytes of a response, rendered once for any number of clients, with the headers that always go with them.
package final class Content: Sendable {
  package let bytes: [UInt8]
  /// The file that is sent instead of the bytes, or nil.
  package let file: FilePart?
  /// The headers that depend on the bytes alone, such as `Content-Type` and `ETag`.
  package let headers: [Request.Field]
  /// A number that no other large content has; 0 for a small one.
  package let number: UInt64
  private let responses = Mutex<[TransportForm]>([])

  /// The object that the transport made of them, so that it can send them again without work.
  private struct TransportForm {
    let headers: [Request.Field]
    let isBodiless: Bool
    let object: any AnyObject & Sendable
  }

  /// The number of sets of further headers for which an object is kept.
  private static let responseLimit = 4

  package static let empty = Content([], headers: [])

  /// Smaller bytes are in the kernel's buffers soon after they are sent.
  private static let largestSmall = 16 << 10
  private static let lastNumber = Atomic<UInt64>(0)

  package init(_ bytes: [UInt8], headers: [Request.Field]) {
    self.bytes = bytes
    self.headers = headers
    number = bytes.count > Self.largestSmall ? Self.lastNumber.add(1, ordering: .relaxed).newValue : 0
    file = nil
  }

  package init(_ file: FilePart, headers: [Request.Field]) {
    bytes = []
    self.headers = headers
    self.file = file
    number = 0
  }

  /// Returns the object that the transport kept for a reply with these further headers, or nil if there is none.
  package func response(with headers: [Request.Field], isBodiless: Bool) -> (any AnyObject & Sendable)? {
    responses.withLock { responses in
      for one in responses where one.isBodiless == isBodiless && one.headers == headers { return one.object }
      return nil
    }
  }

  package func keep(_ response: any AnyObject & Sendable, with headers: [Request.Field], isBodiless: Bool) {
    responses.withLock { responses in
      if responses.count == Self.responseLimit { responses.removeLast() }
      responses.insert(TransportForm(headers: headers, isBodiless: isBodiless, object: response), at: 0)
    }
  }
}

/// The bytes of a file that are sent without copying them.
package struct FilePart: Sendable {
  package let file: any HeldFile
  package let range: Range<Int>

  package init(_ file: any HeldFile, _ range: Range<Int>) { (self.file, self.range) = (file, range) }
}
