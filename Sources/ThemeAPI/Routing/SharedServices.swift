/// The services as one object: a client that waits holds a reference in place of all of them.
package final class SharedServices: Sendable {
  package let services: Services

  init(_ services: Services) { self.services = services }
}
