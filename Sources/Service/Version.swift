/// Which Livery this is.
package enum Version {
  package static let number = "0.2.0"
}
