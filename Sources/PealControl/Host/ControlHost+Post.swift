internal import DBus
internal import Peal
internal import Synchronization

/// `Post` and `PostMany`.
extension ControlHost {
  func post(
    _ method: Alerts1.Method, _ call: IncomingCall, from client: BusName
  ) throws(ControlError) {
    switch method {
    case .postMany: postMany(call, from: client)
    default:
      let request = try PostRequest(arguments: call.body)
      guard request.requiresServer, center.summary.presenter == nil else {
        return finish(call, from: client, [try accept(request, from: client)])
      }
      awaitServer { [weak self] isThere in
        self?.postToServer(request, call, from: client, isThere: isThere)
      }
    }
  }

  private func postMany(_ call: IncomingCall, from client: BusName) {
    var ids: [AlertID] = []
    let results = (call.body[0].elements ?? []).map { element -> Value in
      do throws(ControlError) {
        let request = try PostRequest(arguments: element.fields ?? [])
        guard !request.requiresServer || center.summary.presenter != nil else { throw .noServer }
        let id = try accept(request, from: client)
        ids.append(id)
        return .structure([id.value, .string(""), .string("")])
      } catch {
        let name = error.refusal.errorName.text
        return .structure([.uint32(0), .string(name), .string(error.description)])
      }
    }
    finish(call, from: client, ids, reply: .array(of: "(uss)", results))
  }

  /// Puts an alert into the queue, unless its token says that this was done already.
  private func accept(
    _ request: PostRequest, from client: BusName
  ) throws(ControlError) -> AlertID {
    guard !state.withLock({ $0.isStopping }) else { throw .stopping }
    if let token = request.token, let id = state.withLock({ $0.book.alert(token: token) }) {
      if request.isOwned { own(id, by: client) }
      return id
    }
    if let word = request.unknownPriority {
      duties.warn("priority \(word.debugDescription) is unknown and counts as normal")
    }
    let id: AlertID
    do {
      id = try center.post(amended(request), options(request, client))
    } catch { throw .alert(error) }
    state.withLock { state in
      state.book.open(id, at: clock())
      if let token = request.token { state.book.note(id, token: token) }
    }
    if request.isOwned { watch(client) }
    return id
  }

  /// Lets a client that comes back, under another name after the loss of the bus, own its alert.
  private func own(_ id: AlertID, by client: BusName) {
    center.claim(id, by: Owner(client))
    watch(client)
  }

  private func amended(_ request: PostRequest) -> Alert {
    let settings = state.withLock { $0.settings }
    var alert = request.alert
    settings.amend(&alert)
    if alert.isQuestion, alert.timeout == nil, !request.isUnlimited {
      alert.timeout = settings.answerTimeout
    }
    return alert
  }

  private func options(
    _ request: PostRequest, _ client: BusName
  ) -> AlertCenter.PostOptions {
    AlertCenter.PostOptions(
      owner: request.isWaiting ? Owner(client) : nil, isDetached: request.isDetached,
      replacing: request.replacing)
  }

  /// Replies once it is known who posted, and what was accepted is written.
  private func finish(
    _ call: IncomingCall, from client: BusName, _ ids: [AlertID], reply: Value? = nil
  ) {
    let written = Gate(of: 2) { call.reply([reply ?? ids[0].value]) }
    duties.whenWritten { written.pass() }
    identify(client) { [weak self] poster in
      if let self, let poster {
        self.state.withLock { state in
          for id in ids { state.book.note(id, poster: poster) }
        }
      }
      written.pass()
    }
  }

  // MARK: Alerts that need a server

  private func postToServer(
    _ request: PostRequest, _ call: IncomingCall, from client: BusName, isThere: Bool
  ) {
    do throws(ControlError) {
      guard isThere else { throw .noServer }
      finish(call, from: client, [try accept(request, from: client)])
    } catch {
      call.fail(error)
    }
  }

  /// Waits a little for a server: the daemon may just have started, and a server may be started.
  private func awaitServer(_ handler: @escaping @Sendable (Bool) -> Void) {
    let (number, loop, patience) = state.withLock { state in
      state.lastNumber += 1
      state.needy[state.lastNumber] = handler
      return (state.lastNumber, state.connection?.loop, state.settings.serverPatience)
    }
    duties.summon()
    _ = loop?.schedule(after: patience) { [weak self] in
      self?.state.withLock { $0.needy.removeValue(forKey: number) }?(false)
    }
  }

  /// Lets those go on that wait for a server.
  func serverCame() {
    let handlers = state.withLock { state in
      defer { state.needy = [:] }
      return state.needy.sorted { $0.key < $1.key }.map(\.value)
    }
    for handler in handlers { handler(true) }
  }
}

extension PostRequest {
  /// Whether the alert goes with its client.
  fileprivate var isOwned: Bool { isWaiting && !isDetached }
}

extension ControlError {
  /// The refusal of an alert that comes too late.
  static let stopping = ControlError.refused(.full, "the daemon is stopping; try again")

  /// The refusal of an alert that needs a server.
  static let noServer = ControlError.refused(
    .noServer, "no notification server is running, and none could be started")
}
