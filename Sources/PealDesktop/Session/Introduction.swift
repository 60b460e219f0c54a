import DBus
import Peal

/// The first questions to a new owner of the name, and what it has answered.
struct Introduction {
  enum Answer<Content> {
    case none
    /// Nil if it was an error or made no sense.
    case given(Content?)

    var content: Content? {
      if case .given(let content) = self { content } else { nil }
    }

    var isThere: Bool {
      if case .given = self { true } else { false }
    }
  }

  private let owner: BusName
  private let generation: UInt64
  /// The bus that it is on, by the id that the bus gives itself.
  var bus = ""
  /// How often it had the name before.
  var returns = 0
  var information = Answer<ServerInformation>.none
  var capabilities = Answer<Capabilities>.none

  init(_ owner: BusName, _ generation: UInt64) {
    self.owner = owner
    self.generation = generation
  }

  /// Both are asked again until one is answered.
  var questions: [Effect] {
    [
      .askInformation(owner, generation: generation),
      .askCapabilities(owner, generation: generation),
      .awaitReply(generation: generation),
    ]
  }

  /// Whether both were answered.
  var isComplete: Bool { information.isThere && capabilities.isThere }

  /// Whether it has shown that it lives: then it is taken as it is.
  var isAnswered: Bool { information.isThere || capabilities.isThere }

  /// Nothing is known yet but whose name it is.
  var server: Server {
    var server = Server(
      owner: owner, generation: generation, information: .unknown, capabilities: .none,
      traits: ServerTraits())
    server.bus = bus
    server.returns = returns
    return server
  }

  /// The server as far as it has said who it is.
  var known: Server {
    var server = server
    server.learn(information.content ?? .unknown)
    server.learn(capabilities.content ?? .none)
    return server
  }
}
