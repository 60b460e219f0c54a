internal import DBus
internal import Peal
internal import Synchronization

/// `Post` and `PostMany`.
extension ControlHost {
  func post(
    _ method: Alerts1.Method, _ call: IncomingCall, from client: Client
  ) throws(ControlError) {
    switch method {
    case .postMany: postMany(call, from: client)
    default:
      let request = try request(call.body, from: client)
      guard request.requiresServer, center.summary.presenter == nil else {
        return accept(request, call, from: client)
      }
      awaitServer { [weak self] isThere in
        guard isThere else { return call.fail(.noServer) }
        self?.accept(request, call, from: client)
      }
    }
  }

  private func request(
    _ arguments: [Value], from client: Client
  ) throws(ControlError) -> PostRequest {
    var request = try PostRequest(arguments: arguments)
    // Who posts with a token waits for the id, and posts again without one. One that left meanwhile has
    // been told that we are silent: its alert counts as not accepted.
    if request.token != nil, client.caller.confinement == .left { throw .given(up: client.name) }
    try confine(&request, of: client)
    return request
  }

  private func accept(_ request: PostRequest, _ call: IncomingCall, from client: Client) {
    accept(request, from: client) { result in
      switch result {
      case .success(let id): call.reply([id.value])
      case .failure(let error): call.fail(error)
      }
    }
  }

  private func postMany(_ call: IncomingCall, from client: Client) {
    let elements = call.body[0].elements ?? []
    let collector = Collector<Result<AlertID, ControlError>>(of: elements.count) { results in
      call.reply([.array(of: "(uss)", results.map(\.structure))])
    }
    for (index, element) in elements.enumerated() {
      do throws(ControlError) {
        let request = try request(element.fields ?? [], from: client)
        guard !request.requiresServer || center.summary.presenter != nil else { throw .noServer }
        accept(request, from: client) { collector.put($0, at: index) }
      } catch {
        collector.put(.failure(error), at: index)
      }
    }
  }

  /// Has an alert kept and puts it into the queue, unless its token says that this was done already.
  /// `then` is told its id once it is accepted.
  private func accept(
    _ request: PostRequest, from client: Client,
    then: @escaping @Sendable (Result<AlertID, ControlError>) -> Void
  ) {
    guard !state.withLock({ $0.isStopping }) else { return then(.failure(.stopping)) }
    if let word = request.unknownPriority {
      duties.warn("priority \(word.debugDescription) is unknown and counts as normal")
    }
    let alert = amended(request)
    let archive = state.withLock { $0.archive }
    let entry = Archive.Entry(
      alert: alert, owner: request.isOwned ? Owner(client.name) : nil,
      isAwaited: request.isWaiting, token: request.token, poster: client.caller.poster)
    guard let archive else {
      return then(admit(entry).flatMap { enqueue(request, entry, $0, from: client) })
    }
    archive.admit(entry) { [weak self] kept in
      guard let self else { return }
      let result = kept.flatMap { self.enqueue(request, entry, $0, from: client) }
      guard case (.success(.new(let id)), .failure) = (kept, result) else { return then(result) }
      archive.forget(id)
      whenWritten { then(result) }
    }
  }

  /// What the book says of a post, without an archive.
  private func admit(_ entry: Archive.Entry) -> Result<Archive.Kept?, ControlError> {
    let known = entry.token.flatMap { token in state.withLock { $0.book.alert(token: token) } }
    return .success(known.map(Archive.Kept.known))
  }

  /// Puts an alert into the queue, or gives one that is there back to its owner.
  private func enqueue(
    _ request: PostRequest, _ entry: Archive.Entry, _ kept: Archive.Kept?, from client: Client
  ) -> Result<AlertID, ControlError> {
    if request.isOwned { watch(client.name) }
    var options = AlertCenter.PostOptions(
      owner: request.isWaiting ? Owner(client.name) : nil, isDetached: request.isDetached,
      replacing: request.replacing)
    switch kept {
    case .known(let id):
      // It comes back under another name after the loss of the bus.
      if request.isOwned { center.claim(id, by: Owner(client.name)) }
      note(id, of: client)
      return .success(id)
    case .new(let id): options.id = id
    case nil: break
    }
    do {
      let id = try center.post(entry.alert, options)
      note(id, of: client)
      state.withLock { state in
        state.book.open(id, at: clock())
        if let token = entry.token { state.book.note(id, token: token) }
        if let poster = entry.poster { state.book.note(id, poster: poster) }
      }
      return .success(id)
    } catch {
      return .failure(.alert(error))
    }
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

  // MARK: Alerts that need a server

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

extension Result<AlertID, ControlError> {
  /// An element of the reply to `PostMany`.
  fileprivate var structure: Value {
    switch self {
    case .success(let id): .structure([id.value, .string(""), .string("")])
    case .failure(let error):
      .structure(
        [.uint32(0), .string(error.refusal.errorName.text), .string(error.description)])
    }
  }
}

extension ControlError {
  /// The refusal of an alert that comes too late.
  static let stopping = ControlError.refused(.full, "the daemon is stopping; try again")

  /// The refusal of an alert whose poster did not wait for our answer.
  fileprivate static func given(up client: BusName) -> ControlError {
    .refused(.full, "\(client.text) left before its alert was accepted; it is not kept")
  }

  /// The refusal of an alert that needs a server.
  static let noServer = ControlError.refused(
    .noServer, "no notification server is running, and none could be started")
}
