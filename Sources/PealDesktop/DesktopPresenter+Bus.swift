import DBus
import Peal

extension DesktopPresenter {
  /// Follows the name's owners on one bus until it is lost or the task is cancelled.
  func serve(_ bus: Connection) async {
    connection = bus
    link.bus = await bus.busID() ?? ""
    let subscriptions = await listen(on: bus)
    let end = Promise<Void>()
    await bus.onClose { end.fulfil(()) }
    await withTaskCancellationHandler {
      await end.value
    } onCancel: {
      end.fulfil(())
    }
    for subscription in subscriptions { subscription.cancel() }
    connection = nil
  }

  /// Asks for everything that is to be heard, and only then who owns the name: so nothing is missed
  /// in between. What fails here fails with the bus, or with the task.
  private func listen(on bus: Connection) async -> [Connection.Subscription] {
    var subscriptions: [Connection.Subscription] = []
    do {
      subscriptions.append(
        try await bus.onOwnerChange(of: Notifications.name) { self.take(.owner($0.new)) })
      subscriptions.append(
        try await bus.onSignal(Notifications.signals(of: Notifications.interface)) {
          self.hear($0)
        })
      subscriptions.append(
        try await bus.onSignal(Notifications.signals(of: .properties)) { self.hearProperties($0) })
      askOwner(bus)
    } catch {}
    return subscriptions
  }

  /// Asks who owns the name now. The answer is taken where it comes in: after a wait it could come
  /// behind the signal of a later change, and undo it.
  private func askOwner(_ bus: Connection) {
    let question = Message.busCall("GetNameOwner", [.string(Notifications.name.text)])
    bus.call(question, timeout: nil) { [weak self] result in
      switch result {
      case .success(let reply):
        guard let text = reply.body.first?.string, let owner = try? BusName(text) else { return }
        self?.take(.owner(owner))
      case .failure(.remote(.nameHasNoOwner, _)): self?.take(.owner(nil))
      case .failure: break
      }
    }
  }

  private nonisolated func hear(_ message: Message) {
    guard let sender = message.sender else { return }
    guard let signal = ServerSignal(message) else {
      return assumeIsolated { $0.malformedSignals += 1 }
    }
    take(.signal(from: sender, signal))
  }

  private nonisolated func hearProperties(_ message: Message) {
    guard let sender = message.sender, message.signature == "sa{sv}as",
      let interface = message.body[0].string, let changed = message.body[1].options
    else { return }
    take(.changed(by: sender, interface: interface, changed))
  }

  func perform(_ effect: Effect, _ replyTimeout: Duration) {
    switch effect {
    case .report(let event):
      // Nothing is waited for any more.
      if case .available = event { patience?.cancel() }
      reports.yield(event)
    case .notify(let owner, let handle, let call): notify(owner, handle, call, replyTimeout)
    case .close(let owner, let id, let handle): close(owner, id, handle)
    case .fade(let owner, let id): fade(owner, id)
    case .askInformation(let owner, let generation):
      ask("GetServerInformation", owner) { body in
        .informed(generation: generation, body.flatMap(ServerInformation.init(reply:)))
      }
    case .askCapabilities(let owner, let generation):
      ask("GetCapabilities", owner) { body in
        .capable(generation: generation, body.flatMap(Capabilities.init(reply:)))
      }
    case .askProcess(let owner, let generation): askProcess(owner, generation)
    case .askInhibition(let owner, let property, let generation):
      askInhibition(owner, property, generation)
    case .awaitReply(let generation):
      patience?.cancel()
      patience = loop.schedule(after: replyTimeout) { [weak self] in
        self?.take(.patienceOver(generation: generation))
      }
    case .startServer: startServer(replyTimeout)
    }
  }

  // The calls themselves have no time limit: a late reply still says where its popup is, and that
  // the server lives.

  private func notify(
    _ owner: BusName, _ handle: Popup.Handle, _ call: NotifyCall, _ replyTimeout: Duration
  ) {
    overdue[handle] = loop.schedule(after: replyTimeout) { [weak self] in
      self?.take(.overdue(handle))
    }
    send(call, with: handle) { [weak self, connection] call in
      let message = Notifications.call("Notify", to: owner, call.arguments)
      connection?.call(message, timeout: nil) { [weak self] result in
        self?.take(.notified(handle, NotifyAnswer(result)))
      }
    }
  }

  private func close(_ owner: BusName, _ id: UInt32, _ handle: Popup.Handle?) {
    let message = Notifications.call("CloseNotification", to: owner, [.uint32(id)])
    connection?.call(message, timeout: nil) { [weak self] result in
      guard let handle, result.isAnswer else { return }
      self?.take(.closeAnswered(handle))
    }
  }

  /// A server that has forgotten the popup makes a new one, which goes the same way.
  private func fade(_ owner: BusName, _ id: UInt32) {
    let message = Notifications.call("Notify", to: owner, NotifyCall(fading: id).arguments)
    connection?.call(message, timeout: nil) { [weak self] result in
      guard let new = (try? result.get())?.body.first?.uint32, new != id else { return }
      self?.assumeIsolated { $0.close(owner, new, nil) }
    }
  }

  private func ask(
    _ member: MemberName, _ owner: BusName, _ event: @escaping @Sendable ([Value]?) -> LinkEvent
  ) {
    connection?.call(Notifications.call(member, to: owner), timeout: nil) { [weak self] result in
      guard result.isAnswer else { return }
      self?.take(event(try? result.get().body))
    }
  }

  private func askProcess(_ owner: BusName, _ generation: UInt64) {
    let message = Message.busCall("GetConnectionUnixProcessID", [.string(owner.text)])
    connection?.call(message, timeout: nil) { [weak self] result in
      guard let number = (try? result.get())?.body.first?.uint32 else { return }
      self?.take(.process(generation: generation, number))
    }
  }

  private func askInhibition(
    _ owner: BusName, _ property: InhibitionProperty, _ generation: UInt64
  ) {
    let message = Message.call(
      "Get", on: Notifications.path, of: owner, interface: .properties,
      [.string(property.interface), .string(property.name)])
    connection?.call(message, timeout: nil) { [weak self] result in
      guard let truth = (try? result.get())?.body.first?.unwrapped.boolean else { return }
      self?.take(.inhibited(generation: generation, truth))
    }
  }

  /// One attempt. Whether it works is seen by the owner of the name; until then the bus may take as
  /// long as it likes.
  private func startServer(_ timeout: Duration) {
    let body = [Value.string(Notifications.name.text), .uint32(0)]
    connection?.call(.busCall("StartServiceByName", body), timeout: timeout) { _ in }
  }
}

extension Connection {
  /// The id that the bus gives itself, another one each time that it is started.
  fileprivate func busID() async -> String? {
    guard let reply = try? await call(.busCall("GetId"), timeout: .seconds(5)) else { return nil }
    return reply.body.first?.string
  }
}
