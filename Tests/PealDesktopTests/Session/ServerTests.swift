import DBus
import Peal
import TestBus
import Testing

@testable import PealDesktop

/// What is read from a server's replies and signals, and what the table says of it.
struct ServerTests {
  @Test(arguments: [
    ([Value.string("a"), .string("b"), .string("c"), .string("1.2")], "1.2"),
    ([.string("a"), .string("b"), .string("c")], ""),
    ([.string("a"), .string("b"), .string("c"), .string("1.3"), .string("more")], "1.3"),
  ])
  func informationIsRead(reply: [Value], specification: String) throws {
    let information = try #require(ServerInformation(reply: reply))
    #expect(information.name == "a" && information.vendor == "b" && information.version == "c")
    #expect(information.specification == specification)
  }

  @Test(arguments: [
    [], [Value.string("a")], [.string("a"), .string("b"), .uint32(1)], [.strings(["a", "b", "c"])],
  ])
  func informationThatMakesNoSenseIsNone(reply: [Value]) {
    #expect(ServerInformation(reply: reply) == nil)
  }

  @Test func capabilitiesAreRead() {
    let capabilities = Capabilities(reply: [.strings(["actions", "x-new"])])
    #expect(capabilities?.has(.actions) == true)
    #expect(capabilities?.has(.bodyMarkup) == false)
    #expect(capabilities?.names.contains("x-new") == true)
    #expect(Capabilities(reply: [.string("actions")]) == nil)
    #expect(Capabilities(reply: []) == nil)
  }

  @Test func theTableKnowsEveryRealServer() {
    for server in Behaviour.realServers {
      let traits = Server.made(named: server.name, vendor: server.vendor).traits
      #expect(
        traits != ServerTraits() || server.vendor == "MATE", "\(server.name) is in the table")
    }
  }

  @Test func twoProductsWithOneNameAreToldByTheirVendors() {
    let gnome = Server.made(named: "Notification Daemon", vendor: "GNOME").traits
    let mate = Server.made(named: "Notification Daemon", vendor: "MATE").traits
    #expect(gnome.obeysExpiry == .known(.never))
    #expect(mate.obeysExpiry == .assumed(.always))
  }

  @Test func theQueueIsToldWhatItGoesBy() {
    let traits = Server.made(named: "SwayNotificationCenter").presenterTraits
    #expect(traits.incarnation == ":1.5/1")
    #expect(traits.name == "SwayNotificationCenter")
    #expect(traits.obeysExpiry == .exceptCritical)
    #expect(!traits.reportsExpiry)
    #expect(traits.closesAfterAction)
  }

  @Test(arguments: [
    ("NotificationClosed", Value.uint32(1), ServerSignal.closed(id: 9, .expired)),
    ("NotificationClosed", .uint32(2), .closed(id: 9, .dismissed)),
    ("NotificationClosed", .uint32(3), .closed(id: 9, .closedByCall)),
    ("NotificationClosed", .uint32(4), .closed(id: 9, .undefined)),
    ("NotificationClosed", .uint32(0), .closed(id: 9, .undefined)),
    ("ActionInvoked", .string("0"), .actionInvoked(id: 9, key: "0")),
    ("ActivationToken", .string("t"), .activationToken(id: 9, token: "t")),
    ("NotificationReplied", .string("yes\nno"), .replied(id: 9, text: "yes\nno")),
  ])
  func signalsAreRead(member: String, argument: Value, signal: ServerSignal) throws {
    let message = Self.message(try MemberName(member), [.uint32(9), argument])
    #expect(ServerSignal(message) == signal)
  }

  @Test func oddSignalsAreNone() {
    let sensible: Set<Signature> = ["us", "uu"]
    for (member, body) in Stranger.oddSignals(around: 9) {
      let message = Self.message(member, body)
      guard !sensible.contains(message.signature) || member == "Unheard" else { continue }
      #expect(ServerSignal(message) == nil, "\(member) \(body)")
    }
  }

  private static func message(_ member: MemberName, _ body: [Value]) -> Message {
    .signal(member, from: Notifications.path, interface: Notifications.interface, body)
  }
}
