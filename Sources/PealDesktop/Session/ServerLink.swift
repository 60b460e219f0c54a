import DBus
import Peal

/// What a presenter knows of the notification server, as a value: events and the time go in, effects
/// come out.
///
/// ```
///            ┌──────────── the bus is lost ─────────────┐
///            ▼                                          │
///   offline ──► vacant ──► meeting ──► ready ◄──► silent
///                 ▲   owner    answers   │ no reply / any reply
///                 └──────────────────────┘ the owner leaves
/// ```
/// Every owner of the name is met anew, whatever its unique name: nothing of the one before is used.
struct ServerLink {
  /// Where it stands.
  enum Standing {
    /// No bus, or nothing known of it yet. Becomes vacant or meeting.
    case offline
    /// Nobody owns the name. Becomes meeting or offline.
    case vacant
    /// Somebody owns the name and was asked who it is. Becomes ready.
    case meeting(Introduction)
    /// It shows alerts. Becomes silent.
    case ready(Session)
    /// It has left a call unanswered, and is asked for a sign of life. Becomes ready.
    case silent(Session)
  }

  /// Whether an alert waits for a server, and what was done about it.
  enum Summons {
    /// Nothing waits, as far as is known.
    case none
    /// Something waits; the next vacancy is for it to try.
    case wanted
    /// The one attempt was made.
    case tried
  }

  var standing = Standing.offline
  private var summons = Summons.none
  var generation: UInt64 = 0
  /// The bus, by the id that it gives itself; empty when that is not known.
  var bus = ""
  /// How often each owner had the name on this bus.
  private var meetings: [BusName: Int] = [:]
  /// What an earlier process left on the screen, until the first server is met.
  var inheritance: Inheritance?

  /// Takes in what happened; returns what is to be done, in order.
  mutating func handle(_ event: LinkEvent, at now: Instant) -> [Effect] {
    switch event {
    case .present(let request): present(request, at: now)
    case .update(let popup, let alert, let count):
      inSession { $0.update(popup, to: alert, count: count) }
    case .withdraw(let popup): inSession { $0.withdraw(popup, at: now) }
    case .summon: summon()
    case .owner(let owner): meet(owner)
    case .busLost: goOffline()
    case .informed(let generation, let information):
      informed(generation, information, at: now)
    case .capable(let generation, let capabilities):
      capable(generation, capabilities, at: now)
    case .inhibited(let generation, let isInhibited): inhibited(generation, isInhibited)
    case .process(let generation, let number): process(generation, number)
    case .notified(let handle, let answer): notified(handle, answer, at: now)
    case .closeAnswered(let handle): closeAnswered(handle)
    case .overdue(let handle): overdue(handle)
    case .patienceOver(let generation): patienceOver(generation, at: now)
    case .signal(let sender, let signal): signalled(sender, signal, at: now)
    case .changed(let sender, let interface, let properties):
      changed(sender, interface, properties)
    }
  }

  /// Whoever owns the name now, as far as it is known.
  var server: Server? {
    switch standing {
    case .offline, .vacant: nil
    case .meeting(let introduction): introduction.server
    case .ready(let session), .silent(let session): session.server
    }
  }

  // MARK: The owner of the name

  private mutating func meet(_ owner: BusName?) -> [Effect] {
    // Known already: from the signal, and again from the reply to our question.
    if let owner, owner == server?.owner { return [] }
    let loss = lose()
    guard let owner else {
      standing = .vacant
      return loss + startIfWanted()
    }
    generation += 1
    var introduction = Introduction(owner, generation)
    introduction.bus = bus
    introduction.returns = meetings[owner, default: 0]
    meetings[owner, default: 0] += 1
    standing = .meeting(introduction)
    return loss + introduction.questions
  }

  private mutating func goOffline() -> [Effect] {
    let loss = lose()
    standing = .offline
    meetings = [:]
    // On another bus it may turn out otherwise.
    if case .tried = summons { summons = .wanted }
    return loss
  }

  private func lose() -> [Effect] {
    if case .ready = standing { [.report(.lost)] } else { [] }
  }

  // MARK: Starting a server

  private mutating func summon() -> [Effect] {
    switch standing {
    case .offline, .vacant: break
    case .meeting, .ready, .silent: return []
    }
    if case .none = summons { summons = .wanted }
    if case .vacant = standing { return startIfWanted() }
    return []
  }

  private mutating func startIfWanted() -> [Effect] {
    guard case .wanted = summons else { return [] }
    summons = .tried
    return [.startServer]
  }

  // MARK: Becoming ready and falling silent

  /// Goes on with what is known of a server.
  mutating func welcome(_ introduction: Introduction, at now: Instant) -> [Effect] {
    let server = introduction.known
    var session = Session(server, at: now)
    if let inheritance, inheritance.incarnation == server.incarnation {
      session.adopt(inheritance.popups, at: now)
    }
    inheritance = nil
    standing = .ready(session)
    summons = .none
    return [
      .report(.available(server.presenterTraits)),
      .askProcess(server.owner, generation: server.generation),
    ] + askInhibition(server)
  }

  func askInhibition(_ server: Server) -> [Effect] {
    guard let property = server.traits.inhibition.value else { return [] }
    return [.askInhibition(server.owner, property, generation: server.generation)]
  }

  private mutating func overdue(_ handle: Popup.Handle) -> [Effect] {
    guard case .ready(var session) = standing, session.awaitsAnswer(handle) else { return [] }
    let unanswered = session.unanswered
    session.orphanAll()
    standing = .silent(session)
    let failures = unanswered.map { Effect.report(.presentFailed($0, .unresponsive)) }
    let server = session.server
    return (failures.isEmpty ? [.report(.lost)] : failures) + [
      .askInformation(server.owner, generation: server.generation),
      .awaitReply(generation: server.generation),
    ]
  }

  private mutating func patienceOver(_ number: UInt64, at now: Instant) -> [Effect] {
    guard number == generation else { return [] }
    switch standing {
    case .offline, .vacant, .ready: return []
    case .meeting(let introduction):
      return introduction.isAnswered ? welcome(introduction, at: now) : introduction.questions
    case .silent(let session):
      return [
        .askInformation(session.server.owner, generation: number), .awaitReply(generation: number),
      ]
    }
  }

  /// A sign of life.
  mutating func heard() -> [Effect] {
    guard case .silent(let session) = standing else { return [] }
    standing = .ready(session)
    return [.report(.available(session.server.presenterTraits))]
  }

  /// Changes the session in place: while it is out, it is not held here, so nothing is copied.
  mutating func inSession(_ change: (inout Session) -> [Effect]) -> [Effect] {
    switch standing {
    case .offline, .vacant, .meeting: return []
    case .ready(var session):
      standing = .vacant
      defer { standing = .ready(session) }
      return change(&session)
    case .silent(var session):
      standing = .vacant
      defer { standing = .silent(session) }
      return change(&session)
    }
  }
}
