internal import Changes
internal import Renderings

extension Router {
  /// Answers a call as if the draft were published that its query names. The key of the draft takes the place of a token.
  func preview(_ call: Call, by endpoint: any Endpoint) throws(Refusal) -> Outcome {
    let draft = try call.namedDraft()
    var call = call
    if !call.isOpen(by: draft) {
      call.principal = try services.gate.admit(call.request, call.credential, to: call.operation)
    }
    if let previewing = try call.previewing(draft) { return try endpoint.answer(previewing) }
    guard services.background != nil else { return try endpoint.answer(try call.compiling(draft)) }
    guard call.request.method == .post else {
      return .watch(
        try call.whenCompiled(draft, isAwaited: false) { call throws(Refusal) in
          try preview(call, by: endpoint)
        })
    }
    let turn = Outcome.Turn(of: IPAddress.client(at: call.client), for: .batch)
    return .offload(on: .answering, in: turn) { [call] () throws(Refusal) in
      switch try endpoint.answer(try call.compiling(draft)) {
      case .reply(let reply): return reply
      case .offload(let work): return work.perform()
      case .watch, .stream: throw .tooManyRenderings()
      }
    }
  }
}

extension Call {
  /// Returns the call as if a draft were published, which is compiled first.
  fileprivate func compiling(_ draft: Draft) throws(Refusal) -> Call {
    services.previews.compile(draft, in: snapshot, services)
    guard let previewing = try previewing(draft) else { throw .tooManyRenderings() }
    return previewing
  }
}
