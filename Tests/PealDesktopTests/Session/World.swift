import DBus
import Peal

@testable import PealDesktop
@testable import PealTestKit

/// A queue, a person and a server around a `ServerLink`, all of them moved by chance.
///
/// What is sent arrives in order, as on a bus, and any time later. The server misbehaves as its
/// manners say; whatever it does, the world knows what is on its screen and what the person pressed.
struct World {
  /// What a server may do, each with a chance in a hundred.
  struct Manners {
    var refuses = 0
    var answersZero = 0
    var swallows = 0
    var renumbers = 0
    var ignoresReplacing = 0
    var adopts = 0
    var signalsEarly = 0
    var confirmsLate = 0
    var dies = 0
    var stalls = 0
  }

  /// What a popup on the screen shows, and to whom a press on it belongs.
  struct Shown {
    let summary: String
    let keys: [String]
  }

  private var link = ServerLink()
  private var random: SeededGenerator
  private let manners: Manners
  private var owner: BusName?
  private var owners = 0
  private var toServer: [Effect] = []
  private var toPresenter: [LinkEvent] = []
  private var swallowed: [Popup.Handle] = []
  private var nextID: UInt32 = 1
  private var nextAlert: UInt32 = 1
  private var asked: [PresentRequest] = []

  private(set) var screen: [UInt32: Shown] = [:]
  private(set) var pressed: Set<String> = []
  private(set) var entries: [PresenterTranscript.Entry] = []
  private(set) var faults: [String] = []

  init(seed: UInt64, _ manners: Manners) {
    random = SeededGenerator(seed: seed)
    self.manners = manners
    arrive()
  }

  // MARK: Chance

  mutating func step() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: present()
    case 12..<18: update()
    case 18..<26: withdraw()
    case 26..<34: touch()
    case 34..<62: serve()
    case 62..<90: deliver()
    case 90..<94: if chance(manners.stalls) { stall() }
    case 94..<96: if chance(manners.dies) { die() }
    default: if owner == nil { arrive() }
    }
  }

  /// Lets everything come to rest: the server is there and answers, and everything is withdrawn.
  mutating func finish() {
    if owner == nil { arrive() }
    settle()
    for handle in swallowed { play(.overdue(handle)) }
    settle()
    for request in asked { withdraw(request.presentation) }
    settle()
  }

  private mutating func settle() {
    while !toServer.isEmpty || !toPresenter.isEmpty {
      while !toServer.isEmpty { serve(properly: true) }
      while !toPresenter.isEmpty { deliver() }
    }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  // MARK: The queue

  private mutating func present() {
    let id = nextAlert
    nextAlert += 1
    let name = "\(id)"
    var alert = Alert(name)
    alert.actions = ["yes", "no"].compactMap { try? Action("\(name) \($0)", $0) }
    let presentation = Presentation(id: AlertID(rawValue: id), attempt: 1)
    let old = chance(40) ? asked.randomElement(using: &random)?.presentation : nil
    let request = PresentRequest(presentation, alert, replacing: old)
    asked.append(request)
    entries.append(.call(.present(request)))
    play(.present(request))
  }

  private mutating func update() {
    guard let request = asked.randomElement(using: &random) else { return }
    entries.append(.call(.update(request.presentation, request.alert, count: 1)))
    play(.update(request.presentation, request.alert, count: 1))
  }

  private mutating func withdraw() {
    guard let request = asked.randomElement(using: &random) else { return }
    withdraw(request.presentation)
  }

  private mutating func withdraw(_ presentation: Presentation) {
    entries.append(.call(.withdraw(presentation)))
    play(.withdraw(presentation))
  }

  private mutating func play(_ event: LinkEvent) {
    for effect in link.handle(event, at: Instant(nanoseconds: 0)) {
      switch effect {
      case .report(let event): note(event)
      case .notify(let callee, let handle, _) where callee != owner:
        toPresenter.append(.notified(handle, .unanswered("nobody there")))
      case .close(let callee, _, _) where callee != owner: break
      case .fade(let callee, _) where callee != owner: break
      default: toServer.append(effect)
      }
    }
  }

  private mutating func note(_ event: PresenterEvent) {
    entries.append(.report(event))
    guard case .actionInvoked(let presentation, let key) = event else { return }
    if !pressed.contains(key) { faults.append("\(key) was never pressed") }
    if !key.hasPrefix("\(presentation.id.rawValue) ") {
      faults.append("\(key) is reported of \(presentation.id.rawValue)")
    }
  }

  // MARK: The person

  private mutating func touch() {
    guard let (id, shown) = screen.randomElement(using: &random) else { return }
    guard chance(60) else { return close(id, .dismissed) }
    let key = Int.random(in: 0...1, using: &random)
    pressed.insert(shown.keys[key])
    signal(.actionInvoked(id: id, key: "\(key)"))
    if chance(50) { close(id, .dismissed) }
  }

  private mutating func close(_ id: UInt32, _ reason: CloseReason) {
    screen[id] = nil
    signal(.closed(id: id, reason))
  }

  private mutating func signal(_ signal: ServerSignal) {
    guard let owner else { return }
    toPresenter.append(.signal(from: owner, signal))
  }

  // MARK: The server

  private mutating func arrive() {
    owners += 1
    nextID = 1
    owner = BusName(unchecked: ":1.\(owners)")
    toPresenter.append(.owner(owner))
  }

  private mutating func die() {
    guard owner != nil else { return }
    owner = nil
    screen = [:]
    swallowed = []
    toPresenter.append(.owner(nil))
    for case .notify(_, let handle, _) in toServer {
      toPresenter.append(.notified(handle, .unanswered("it left")))
    }
    toServer = []
  }

  private mutating func stall() {
    let waiting = toServer.compactMap {
      if case .notify(_, let handle, _) = $0 { handle } else { nil }
    }
    if let handle = (waiting + swallowed).randomElement(using: &random) { play(.overdue(handle)) }
  }

  private mutating func serve(properly: Bool = false) {
    guard !toServer.isEmpty else { return }
    switch toServer.removeFirst() {
    case .notify(_, let handle, let call): notify(handle, call, properly)
    case .close(_, let id, let handle): closeNotification(id, handle)
    case .askInformation(_, let generation):
      toPresenter.append(.informed(generation: generation, nil))
    case .askCapabilities(_, let generation):
      toPresenter.append(.capable(generation: generation, Capabilities(["actions", "body"])))
    case .report, .fade, .askInhibition, .askProcess, .awaitReply, .startServer: break
    }
  }

  private mutating func notify(_ handle: Popup.Handle, _ call: NotifyCall, _ properly: Bool) {
    if !properly {
      if chance(manners.refuses) {
        return toPresenter.append(.notified(handle, .refused(.retryable("chance"))))
      }
      if chance(manners.answersZero) { return toPresenter.append(.notified(handle, .shown(0))) }
      if chance(manners.swallows) { return swallowed.append(handle) }
    }
    let id = place(call)
    let name = call.summary
    screen[id] = Shown(summary: name, keys: ["\(name) yes", "\(name) no"])
    if chance(manners.signalsEarly) {
      if chance(50) {
        pressed.insert("\(name) no")
        signal(.actionInvoked(id: id, key: "1"))
      }
      if chance(50) { close(id, .dismissed) }
    }
    toPresenter.append(.notified(handle, .shown(id)))
  }

  /// Where a popup goes: in the place of another, under its id or a new one, or beside it.
  private mutating func place(_ call: NotifyCall) -> UInt32 {
    let wanted = call.replaces
    guard wanted != 0 else { return newID() }
    guard screen[wanted] != nil else { return chance(manners.adopts) ? wanted : newID() }
    if chance(manners.ignoresReplacing) { return newID() }
    guard chance(manners.renumbers) else { return wanted }
    close(wanted, .expired)
    return newID()
  }

  private mutating func newID() -> UInt32 {
    defer { nextID += 1 }
    return nextID
  }

  private mutating func closeNotification(_ id: UInt32, _ handle: Popup.Handle?) {
    let answer = handle.map(LinkEvent.closeAnswered)
    let isLate = chance(manners.confirmsLate)
    if isLate, let answer { toPresenter.append(answer) }
    if screen[id] != nil { close(id, .closedByCall) }
    if !isLate, let answer { toPresenter.append(answer) }
  }

  private mutating func deliver() {
    guard !toPresenter.isEmpty else { return }
    play(toPresenter.removeFirst())
  }
}
