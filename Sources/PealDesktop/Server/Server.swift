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

  /// The bus that it is on, by the id that the bus gives itself.
  var bus = ""
  /// How many times it had the name before, as far as is known.
  var returns = 0

  /// What tells this owner of the name from all others, also to the next process: on one bus a unique
  /// name is never used again.
  var incarnation: String {
    guard !bus.isEmpty else { return "\(owner)/\(generation)" }
    return returns == 0 ? "\(bus)/\(owner)" : "\(bus)/\(owner)/\(returns)"
  }

  /// What the queue goes by.
  var presenterTraits: PresenterTraits {
    PresenterTraits(traits, name: information.name, incarnation: incarnation)
  }

  /// Takes in what it says of itself: what is known of servers of that kind holds where this one has not
  /// been seen to be otherwise.
  mutating func learn(_ information: ServerInformation) {
    self.information = information
    var known = ServerTraits.known(of: information)
    if !information.knowsImagePath { known.readsImagePath = .init(value: false, origin: .told) }
    traits = known.corrected(by: traits)
  }

  /// Takes in what it can do.
  mutating func learn(_ capabilities: Capabilities) {
    self.capabilities = capabilities
    guard capabilities.has(.inhibitions) else { return }
    let property = InhibitionProperty(
      interface: Notifications.interface.text, name: "Inhibited")
    traits.inhibition = .init(value: property, origin: .told)
  }

  /// Whether the person sees the choices without our help.
  var drawsButtons: Bool {
    capabilities.has(.actions) && traits.drawsButtons.value
  }
}
