import DBus
import Peal

/// What a ``ServerLink`` wants done, in order.
enum Effect: Sendable, Hashable {
  /// Tell the queue.
  case report(PresenterEvent)
  /// Call `Notify`; the answer comes back as an event, as does its absence.
  case notify(BusName, Popup.Handle, NotifyCall)
  /// Call `CloseNotification`; without a handle nobody waits for the answer.
  case close(BusName, UInt32, Popup.Handle?)
  /// Have a popup that no close takes down run out of its time.
  case fade(BusName, UInt32)
  /// Call `GetServerInformation`.
  case askInformation(BusName, generation: UInt64)
  /// Call `GetCapabilities`.
  case askCapabilities(BusName, generation: UInt64)
  /// Ask the bus which process it is.
  case askProcess(BusName, generation: UInt64)
  /// Read the property that tells whether the server is inhibited.
  case askInhibition(BusName, InhibitionProperty, generation: UInt64)
  /// Come back when a reply would be overdue.
  case awaitReply(generation: UInt64)
  /// Ask the bus to start whoever can own the name.
  case startServer
}
