import TestBus
import Testing

/// A command line that notify-send and Peal are both given, and what may differ then.
struct ComparedLine: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let person: Person
  let behaviour: Behaviour
  let difference: Difference?

  /// What somebody does to the popup while the program waits.
  enum Person: Sendable {
    case nothing
    case presses(String)
    case closes
    case expires
  }

  /// Where Peal does otherwise, why, and how.
  struct Difference: Sendable {
    let reason: String
    /// Makes what is expected of Peal of what the original did.
    let change: @Sendable (inout SentNotification) -> Void
  }

  init(
    _ arguments: String..., person: Person = .nothing, at behaviour: Behaviour = Behaviour(),
    differs reason: String? = nil,
    by change: @escaping @Sendable (inout SentNotification) -> Void = { $0 = .refused }
  ) {
    self.arguments = arguments
    self.person = person
    self.behaviour = behaviour
    difference = reason.map { Difference(reason: $0, change: change) }
  }

  var testDescription: String { arguments.joined(separator: " ") }

  /// A server that knows links.
  static let withLinks = Behaviour.with { $0.capabilities.append("body-hyperlinks") }

  /// A server without buttons.
  static let withoutActions = Behaviour.with { $0.capabilities = ["body", "body-markup"] }
}
