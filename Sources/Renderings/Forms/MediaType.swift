/// The media type of a response.
package struct MediaType: Sendable, Hashable {
  package let text: String
  /// `application/json`, without parameters.
  package let name: String

  package init(_ name: String, parameters: String = "") {
    self.name = name
    text = name + parameters
  }

  /// Indicates whether compression usually makes it shorter.
  package var isCompressible: Bool {
    name.hasPrefix("text/") || name.hasSuffix("json") || name.hasSuffix("xml") || self == .bytes
  }

  package static let json = MediaType("application/json")
  package static let problem = MediaType("application/problem+json")
  package static let css = MediaType("text/css", parameters: "; charset=utf-8")
  package static let xml = MediaType("application/xml", parameters: "; charset=utf-8")
  package static let tokens = MediaType("application/design-tokens+json")
  package static let propertyList = MediaType("application/x-plist")
  package static let text = MediaType("text/plain", parameters: "; charset=utf-8")
  /// The text format of Prometheus.
  package static let metrics = MediaType("text/plain", parameters: "; version=0.0.4; charset=utf-8")
  package static let html = MediaType("text/html", parameters: "; charset=utf-8")
  package static let javaScript = MediaType("text/javascript", parameters: "; charset=utf-8")
  package static let eventStream = MediaType("text/event-stream")
  package static let zip = MediaType("application/zip")
  package static let bytes = MediaType("application/octet-stream")
}
