internal import Bindings

/// Taking the port: tried alone first, because sharing it among workers would also share it with another process.
enum Listeners {
  static func open(_ configuration: WireConfiguration) throws(WireError) -> [Listener] {
    let workers = configuration.workers > 0 ? configuration.workers : ResourceLimits.cores
    guard let endpoint = SocketAddress(host: configuration.host, port: configuration.port) else {
      throw .badAddress(configuration.host)
    }
    do throws(SystemError) {
      // A port that the kernel chooses is no one else's, and probing it would give it away for a moment.
      if configuration.port != 0 { _ = try Listener(on: endpoint, sharing: false) }
      var listeners = [try Listener(on: endpoint, sharing: true)]
      guard let endpoint = SocketAddress(host: configuration.host, port: listeners[0].port) else {
        throw SystemError("getaddrinfo", code: SystemError.addressNotAvailable)
      }
      while listeners.count < workers { listeners.append(try Listener(on: endpoint, sharing: true)) }
      return listeners
    } catch {
      throw explain(error, configuration)
    }
  }

  private static func explain(_ error: SystemError, _ configuration: WireConfiguration) -> WireError {
    switch error.code {
    case SystemError.addressInUse: .portTaken(host: configuration.host, port: configuration.port)
    case SystemError.addressNotAvailable:
      .addressUnavailable(host: configuration.host, port: configuration.port)
    case SystemError.accessDenied: .notPermitted(host: configuration.host, port: configuration.port)
    default: .system(error.description)
    }
  }
}
