/// Every endpoint that there is, in the order in which the published interface shows them.
package enum Endpoints {
  package static let all: [any Endpoint] = reading

  private static let reading: [any Endpoint] = []
}
