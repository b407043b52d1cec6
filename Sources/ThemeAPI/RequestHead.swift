/// What the transport knows of a request before its body is read: nothing decoded yet, each header looked up
/// only when it is asked for. Valid only during the call it is passed to.
package protocol RequestHead: Caller {
  var method: Request.Method { get }
  var target: RawTarget { get }
  /// Set once the gate has looked at the request, so that it need not look again.
  var showing: Gate.Showing? { get nonmutating set }
}
