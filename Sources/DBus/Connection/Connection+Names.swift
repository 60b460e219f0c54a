extension Connection {
  /// What the bus said to a request for a name.
  package enum NameReply: UInt32, Sendable {
    case primaryOwner = 1
    case inQueue = 2
    case exists = 3
    case alreadyOwner = 4
  }

  /// Somebody took, passed on or gave up a name.
  package struct OwnerChange: Sendable, Hashable {
    /// The name.
    package let name: BusName
    /// The unique name that owned it; nil when nobody did.
    package let old: BusName?
    /// The unique name that owns it now; nil when nobody does.
    package let new: BusName?
  }

  /// Who is behind a connection, as the bus knows it from the socket.
  package struct Credentials: Sendable, Hashable {
    /// The process, if the bus knows it.
    package var processID: UInt32?
    /// The user, if the bus knows it.
    package var userID: UInt32?
  }

  /// How long the bus itself may take to answer.
  private static let patience = Duration.seconds(25)

  /// Asks for a name, without queueing for it and without ever giving it up to a bidder.
  ///
  /// - Throws: ``DBusError``.
  package func requestName(_ name: BusName) async throws(DBusError) -> NameReply {
    let doNotQueue: UInt32 = 4
    let body = [Value.string(name.text), .uint32(doNotQueue)]
    let number = try await askBus("RequestName", body).first?.uint32
    guard let reply = number.flatMap(NameReply.init) else { throw .unexpectedReply("RequestName") }
    return reply
  }

  /// Gives a name up.
  ///
  /// - Throws: ``DBusError``.
  package func releaseName(_ name: BusName) async throws(DBusError) {
    _ = try await askBus("ReleaseName", [.string(name.text)])
  }

  /// The unique name that owns `name` now; nil when nobody does.
  ///
  /// - Throws: ``DBusError``.
  package func owner(of name: BusName) async throws(DBusError) -> BusName? {
    do {
      let text = try await askBus("GetNameOwner", [.string(name.text)]).first?.string
      return text.flatMap { try? BusName($0) }
    } catch {
      guard case .remote(.nameHasNoOwner, _) = error else { throw error }
      return nil
    }
  }

  /// The names that the bus can start a service for.
  ///
  /// - Throws: ``DBusError``.
  package func activatableNames() async throws(DBusError) -> [BusName] {
    let names = try await askBus("ListActivatableNames").first?.elements ?? []
    return names.compactMap { name in name.string.flatMap { try? BusName($0) } }
  }

  /// Asks the bus to start the service of a name; returns when it owns the name.
  ///
  /// - Throws: ``DBusError``; ``DBusError/timedOut`` when the service stalls.
  package func startService(_ name: BusName, timeout: Duration) async throws(DBusError) {
    let body = [Value.string(name.text), .uint32(0)]
    _ = try await call(.busCall("StartServiceByName", body), timeout: timeout)
  }

  /// Who is behind a name.
  ///
  /// - Throws: ``DBusError``; ``ErrorName/nameHasNoOwner`` once it has left.
  package func credentials(of name: BusName) async throws(DBusError) -> Credentials {
    let body = try await askBus("GetConnectionCredentials", [.string(name.text)])
    let facts = body.first?.options ?? [:]
    return Credentials(processID: facts["ProcessID"]?.uint32, userID: facts["UnixUserID"]?.uint32)
  }

  /// Tells when a name changes hands; nil means every name. The handler runs on the loop.
  ///
  /// - Throws: ``DBusError``.
  package func onOwnerChange(
    of name: BusName?, _ handler: @escaping @Sendable (OwnerChange) -> Void
  ) async throws(DBusError) -> Subscription {
    let rule = MatchRule(
      sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged", firstArgument: name)
    return try await onSignal(rule) { signal in
      if let change = OwnerChange(signal) { handler(change) }
    }
  }

  private func askBus(
    _ member: MemberName, _ body: [Value] = []
  ) async throws(DBusError) -> [Value] {
    try await call(.busCall(member, body), timeout: Self.patience).body
  }
}

extension Connection.OwnerChange {
  fileprivate init?(_ signal: Message) {
    guard signal.body.count == 3, let name = signal.body[0].string,
      let old = signal.body[1].string, let new = signal.body[2].string,
      let busName = try? BusName(name)
    else { return nil }
    self.name = busName
    self.old = try? BusName(old)
    self.new = try? BusName(new)
  }
}
