/// A further member of a refusal's document.
package struct RefusalMember: Sendable, Hashable {
  package let name: String
  package let json: [UInt8]

  package init(_ name: String, json: [UInt8]) {
    self.name = name
    self.json = json
  }
}
