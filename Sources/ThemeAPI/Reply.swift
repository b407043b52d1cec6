package import Renderings
internal import Synchronization

/// What goes back to a client: a status, the headers of this answer, and bytes that may be shared.
package struct Reply: Sendable {
  package let status: Int
  package let headers: [Request.Field]
  package let content: Content

  package init(status: Int, headers: [Request.Field] = [], content: Content = .empty) {
    self.status = status
    self.headers = headers
    self.content = content
  }

  /// What is true now only, and kept by nobody.
  package static func fresh(
    status: Int = 200, _ bytes: [UInt8], _ type: MediaType, headers: [Request.Field] = []
  ) -> Reply {
    Reply(
      status: status, headers: headers,
      content: Content(
        bytes, headers: [.init("Content-Type", type.text), .init("Cache-Control", "no-store")]))
  }

  /// The same, kept by nobody.
  package var unkept: Reply {
    let headers = content.headers.map { field in
      field.name == "Cache-Control" ? Request.Field("Cache-Control", "no-store") : field
    }
    return Reply(status: status, headers: self.headers, content: Content(content.bytes, headers: headers))
  }

  /// The same with further headers.
  package func adding(_ fields: [Request.Field]) -> Reply {
    Reply(status: status, headers: headers + fields, content: content)
  }
}

/// Bytes rendered once and given to any number of clients, with the headers that always go with them.
package final class Content: Sendable {
  package let bytes: [UInt8]
  /// What is sent instead of the bytes, where it is not rendered.
  package let file: FilePart?
  /// Headers that depend on the bytes alone, `Content-Type` and `ETag` among them.
  package let headers: [Request.Field]
  /// Unlike that of any other large content; 0 for a small one.
  package let number: UInt64
  private let responses = Mutex<[TransportForm]>([])

  /// What the transport made of them, so as to send them again at no cost.
  private struct TransportForm {
    let headers: [Request.Field]
    let isBodiless: Bool
    let object: any AnyObject & Sendable
  }

  /// How many are kept: one for each of so many sets of further headers.
  private static let responseLimit = 4

  package static let empty = Content([], headers: [])

  /// What is smaller lies in the kernel's buffers soon after it is sent.
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

  /// What the transport kept for a reply with these further headers; nil where that was not made, or not of late.
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
