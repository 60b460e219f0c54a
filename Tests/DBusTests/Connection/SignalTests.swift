import DBus
import TestBus
import Testing

/// Signals by match rule.
struct SignalTests {
  private let other: InterfaceName = "org.example.Other"

  @Test(arguments: [
    MatchRule(), MatchRule(interface: "org.example.Echo"), MatchRule(member: "Ticked"),
    MatchRule(path: "/org/example/Echo"),
    MatchRule(path: "/org/example/Echo", interface: "org.example.Echo", member: "Ticked"),
  ])
  func aRuleThatAgreesGetsTheSignal(_ rule: MatchRule) async throws {
    try await withEcho { echo, client, _ in
      let inbox = Inbox<Message>()
      _ = try await client.connection.onSignal(rule) { inbox.put($0) }
      try echo.peer.connection.send(echo.signal(7))
      let signal = try await inbox.next("tick") { $0.body == [.uint32(7)] }
      #expect(signal.sender == echo.peer.name && signal.destination == nil)
    }
  }

  @Test func aRuleThatDiffersGetsNothing() async throws {
    try await withEcho { echo, client, _ in
      let inbox = Inbox<Message>()
      let rules = [
        MatchRule(sender: client.name), MatchRule(path: "/other"), MatchRule(interface: other),
        MatchRule(interface: "org.example.Echo", member: "Other"),
        MatchRule(interface: "org.example.Echo", firstArgument: "a.b"),
        MatchRule(sender: .bus, interface: "org.example.Echo"),
      ]
      for rule in rules { _ = try await client.connection.onSignal(rule) { inbox.put($0) } }
      // One that does agree, so that the signal comes in at all.
      let seen = Inbox<Message>()
      _ = try await client.connection.onSignal(MatchRule(sender: echo.peer.name)) { seen.put($0) }
      try echo.peer.connection.send(echo.signal(7))
      _ = try await seen.next()
      #expect(inbox.all == [])
    }
  }

  @Test func aFirstArgumentIsMatchedExactly() async throws {
    try await withEcho { echo, client, _ in
      let inbox = Inbox<Message>()
      _ = try await client.connection.onSignal(MatchRule(interface: other, firstArgument: "a.b")) {
        inbox.put($0)
      }
      for first in ["a.bc", "a.b", ""] {
        try echo.peer.connection.send(
          .signal("S", from: "/s", interface: other, [.string(first), .byte(1)]))
      }
      try await echo.peer.settle()
      try await client.settle()
      #expect(inbox.all.map(\.body) == [[.string("a.b"), .byte(1)]])
    }
  }

  @Test func aSignalComesOncePerRuleAndInOrder() async throws {
    try await withEcho { echo, client, _ in
      let first = Inbox<UInt32?>()
      let second = Inbox<UInt32?>()
      let rule = MatchRule(interface: Echo.interfaceName)
      _ = try await client.connection.onSignal(rule) { first.put($0.body[0].uint32) }
      _ = try await client.connection.onSignal(rule) { second.put($0.body[0].uint32) }
      for number in UInt32(0)..<1000 { try echo.peer.connection.send(echo.signal(number)) }
      #expect(try await first.next(1000) == Array(0..<1000))
      #expect(try await second.next(1000) == Array(0..<1000))
      try await client.settle()
      #expect(first.drain() == [] && second.drain() == [])
    }
  }

  @Test func oneRuleOfTwoMayBeTakenBack() async throws {
    try await withEcho { echo, client, _ in
      let first = Inbox<Message>()
      let second = Inbox<Message>()
      let rule = MatchRule(interface: Echo.interfaceName)
      let subscription = try await client.connection.onSignal(rule) { first.put($0) }
      _ = try await client.connection.onSignal(rule) { second.put($0) }
      subscription.cancel()
      subscription.cancel()
      try await client.settle()
      try echo.peer.connection.send(echo.signal(1))
      _ = try await second.next()
      #expect(first.all == [])
    }
  }

  @Test func aHandlerMayEndItsOwnRule() async throws {
    try await withEcho { echo, client, _ in
      let inbox = Inbox<Message>()
      let own = Watched<Connection.Subscription?>(nil)
      let rule = MatchRule(interface: Echo.interfaceName)
      let subscription = try await client.connection.onSignal(rule) { signal in
        inbox.put(signal)
        own.value?.cancel()
      }
      own.change { $0 = subscription }
      for number in UInt32(0)..<3 { try echo.peer.connection.send(echo.signal(number)) }
      try await echo.peer.settle()
      try await client.settle()
      #expect(inbox.all.count == 1)
    }
  }

  @Test func aSignalToOneComesToNobodyElse() async throws {
    try await withEcho { echo, client, bus in
      let bystander = try await Peer.join(bus)
      let inbox = Inbox<Message>()
      let others = Inbox<Message>()
      let rule = MatchRule(interface: Echo.interfaceName)
      _ = try await client.connection.onSignal(rule) { inbox.put($0) }
      _ = try await bystander.connection.onSignal(rule) { others.put($0) }
      var signal = echo.signal(1)
      signal.destination = client.name
      try echo.peer.connection.send(signal)
      #expect(try await inbox.next().destination == client.name)
      try await bystander.settle()
      #expect(others.all == [])
    }
  }

  @Test func aStreamGivesTheSignalsAndEndsWithTheConnection() async throws {
    try await withEcho { echo, client, _ in
      let stream = try await client.connection.signals(MatchRule(interface: Echo.interfaceName))
      for number in UInt32(0)..<3 { try echo.peer.connection.send(echo.signal(number)) }
      var numbers: [UInt32?] = []
      for await signal in stream {
        numbers.append(signal.body[0].uint32)
        if numbers.count == 3 { await client.connection.close() }
      }
      #expect(numbers == [0, 1, 2])
    }
  }
}
