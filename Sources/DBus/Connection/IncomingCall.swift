internal import Synchronization

/// A method call that came in, and the one answer that it gets: now, hours later, from any thread.
///
/// One that is dropped unanswered is answered with an error: no caller waits for nothing.
package final class IncomingCall: Sendable {
  /// The call as it came.
  package let message: Message
  /// The method's name.
  package let member: MemberName
  private let connection: Connection
  private let isAnswered = Atomic<Bool>(false)

  init(_ message: Message, member: MemberName, on connection: Connection) {
    self.message = message
    self.member = member
    self.connection = connection
  }

  /// The arguments, which have the types that the method's description says.
  package var body: [Value] { message.body }

  /// The unique name of the caller.
  package var sender: BusName? { message.sender }

  /// Answers with values; only the first answer counts.
  package func reply(_ body: [Value] = []) {
    answer(.reply(to: message, body))
  }

  /// Answers with an error and a sentence that a person can act on.
  package func fail(_ name: ErrorName, _ text: String) {
    answer(.error(name, text, to: message))
  }

  /// Leaves the call without an answer: we are about to leave the bus, which says so to the caller.
  package func abandon() {
    isAnswered.store(true, ordering: .releasing)
  }

  private func answer(_ answer: Message) {
    guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return }
    guard !message.wantsNoReply else { return }
    do {
      try connection.send(answer)
    } catch {
      // The reply itself cannot be sent; what says so always can.
      try? connection.send(.error(.failed, "the reply \(error)", to: message))
    }
  }

  deinit {
    fail(.failed, "the call was dropped")
  }
}
