package import Peal

/// How a notification server behaves where the specification leaves it open, or where the server does
/// not keep to it.
///
/// Each trait says where it comes from. ``ServerTraits/known(of:)`` is the table; what is observed
/// later corrects it.
package struct ServerTraits: Sendable, Hashable {
  /// Where a trait comes from.
  package enum Origin: String, Sendable, Hashable {
    /// The specification, or what most servers do.
    case assumed
    /// The table, by the server's name.
    case known
    /// The server itself, when it was asked.
    case told
    /// What the server did.
    case observed
  }

  /// One trait.
  package struct Trait<Value: Sendable & Hashable>: Sendable, Hashable {
    /// What holds.
    package var value: Value
    /// How it is known.
    package var origin: Origin

    static func assumed(_ value: Value) -> Trait { Trait(value: value, origin: .assumed) }
    static func known(_ value: Value) -> Trait { Trait(value: value, origin: .known) }
  }

  /// What becomes of a popup that reads as another one does.
  package enum EqualText: String, Sendable, Hashable {
    /// It is shown like any other.
    case shown
    /// It is joined with the other one, which counts as closed.
    case merged
    /// It gets an id and is never seen.
    case dropped
    /// It is refused with an error for a while.
    case refused
  }

  /// Whether actions are buttons that the person sees.
  package var drawsButtons: Trait<Bool> = .assumed(true)
  /// Whether a popup closes by itself after a button was pressed.
  package var closesAfterAction: Trait<Bool> = .assumed(true)
  /// Whether a popup leaves the screen when it is closed by a call.
  package var closesByCall: Trait<Bool> = .assumed(true)
  /// Whether a call may name the popup that it replaces and have a tag as well.
  package var takesTagOnReplacing: Trait<Bool> = .assumed(true)
  /// For which popups our expiry is obeyed.
  package var obeysExpiry: Trait<PresenterTraits.Obedience> = .assumed(.always)
  /// Whether the end by expiry is told.
  package var reportsExpiry: Trait<Bool> = .assumed(true)
  /// Whether every other end is told.
  package var reportsClosing: Trait<Bool> = .assumed(true)
  /// Whether a popup that the person closes is told from one whose time is over.
  package var tellsClosingFromExpiry: Trait<Bool> = .assumed(true)
  /// Whether it reads a picture by its path; else it gets it as data.
  package var readsImagePath: Trait<Bool> = .assumed(true)
  /// What becomes of equal texts.
  package var equalText: Trait<EqualText> = .assumed(.shown)
  /// Whether only critical popups stay up until somebody acts.
  package var keepsOnlyCritical: Trait<Bool> = .assumed(false)
  /// Whether do-not-disturb, or its like, is on now.
  package var isInhibited: Trait<Bool> = .assumed(false)
  /// Where the server tells whether it is inhibited, if it does.
  package var inhibition: Trait<InhibitionProperty?> = .assumed(nil)

  /// These, but for what a server told or showed of itself.
  func corrected(by other: ServerTraits) -> ServerTraits {
    var traits = self
    func correct<Value>(_ trait: WritableKeyPath<ServerTraits, Trait<Value>>) {
      switch other[keyPath: trait].origin {
      case .assumed, .known: break
      case .told, .observed: traits[keyPath: trait] = other[keyPath: trait]
      }
    }
    correct(\.drawsButtons)
    correct(\.closesAfterAction)
    correct(\.closesByCall)
    correct(\.takesTagOnReplacing)
    correct(\.obeysExpiry)
    correct(\.reportsExpiry)
    correct(\.reportsClosing)
    correct(\.tellsClosingFromExpiry)
    correct(\.equalText)
    correct(\.keepsOnlyCritical)
    correct(\.isInhibited)
    correct(\.inhibition)
    return traits
  }
}

/// A property that says whether popups are held back.
package struct InhibitionProperty: Sendable, Hashable {
  /// The interface that has it.
  package let interface: String
  /// Its name.
  package let name: String
}

extension PresenterTraits {
  /// What the queue needs to know of a server.
  init(_ traits: ServerTraits, name: String, incarnation: String) {
    self.init(incarnation: incarnation, name: name)
    obeysExpiry = traits.obeysExpiry.value
    reportsExpiry = traits.reportsExpiry.value
    reportsClosing = traits.reportsClosing.value
    closesAfterAction = traits.closesAfterAction.value
    isInhibited = traits.isInhibited.value
  }
}
