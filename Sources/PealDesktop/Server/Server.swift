package import DBus
import Peal

/// One owner of the name `org.freedesktop.Notifications`, and what is known of it.
package struct Server: Sendable, Hashable {
  /// Its unique name on the bus.
  package let owner: BusName
  /// How many owners there were up to this one: no id of one is ever used with another.
  package let generation: UInt64
  /// The process behind it, once the bus has said so.
  package var processID: UInt32?
  /// What it says of itself.
  package var information: ServerInformation
  /// What it can do.
  package var capabilities: Capabilities
  /// How it behaves.
  package var traits: ServerTraits

  /// What the queue goes by. The incarnation is this very owner of the name.
  var presenterTraits: PresenterTraits {
    PresenterTraits(traits, name: information.name, incarnation: "\(owner)/\(generation)")
  }

  /// Whether the person sees the choices without our help.
  var drawsButtons: Bool {
    capabilities.has(.actions) && traits.drawsButtons.value
  }
}
