import DBus
import Peal

/// What happens to a ``ServerLink``. Replies say whom they are from: one of a former owner is
/// recognised and ignored.
enum LinkEvent: Sendable {
  // From the queue.
  case present(PresentRequest)
  case update(Presentation, Alert, count: Int)
  case withdraw(Presentation)
  case summon

  // From the bus.
  /// Who owns the name, when that is first known on a bus, and when it changes.
  case owner(BusName?)
  case busLost

  // From the server, or in its stead.
  /// `GetServerInformation` was answered; nil if not with what it should be.
  case informed(generation: UInt64, ServerInformation?)
  /// `GetCapabilities` was answered; nil if not with what it should be.
  case capable(generation: UInt64, Capabilities?)
  case inhibited(generation: UInt64, Bool)
  /// The bus has said which process the server is.
  case process(generation: UInt64, UInt32)
  case notified(Popup.Handle, NotifyAnswer)
  case closeAnswered(Popup.Handle)
  /// A `Notify` has had no answer for as long as one may take.
  case overdue(Popup.Handle)
  /// A question has had no answer for as long as one may take.
  case patienceOver(generation: UInt64)
  case signal(from: BusName, ServerSignal)
  /// Properties of the server's object have changed.
  case changed(by: BusName, interface: String, [String: Value])
}
