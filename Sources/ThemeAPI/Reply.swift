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

  /// The same with further headers.
  package func adding(_ fields: [Request.Field]) -> Reply {
    Reply(status: status, headers: headers + fields, content: content)
  }
}

/// Bytes rendered once and given to any number of clients, with the headers that always go with them.
package final class Content: Sendable {
  package let bytes: [UInt8]
  /// Headers that depend on the bytes alone, `Content-Type` and `ETag` among them.
  package let headers: [Request.Field]
  private let attachment = Mutex<(any AnyObject & Sendable)?>(nil)

  package static let empty = Content([], headers: [])

  package init(_ bytes: [UInt8], headers: [Request.Field]) {
    self.bytes = bytes
    self.headers = headers
  }

  /// What the transport keeps beside the bytes so as to send them again at no cost. Made at the first call.
  package func attached<Object: AnyObject & Sendable>(make: () -> Object) -> Object {
    attachment.withLock { attachment in
      if let made = attachment as? Object { return made }
      let made = make()
      attachment = made
      return made
    }
  }
}
