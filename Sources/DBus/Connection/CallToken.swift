internal import Synchronization

/// The serial of a call that may be cancelled before it has one.
final class CallToken: Sendable {
  private let number = Atomic<UInt32>(0)

  /// The call's serial, once it has been sent.
  var serial: UInt32? {
    let serial = number.load(ordering: .acquiring)
    return serial == 0 ? nil : serial
  }

  func set(_ serial: UInt32?) {
    number.store(serial ?? 0, ordering: .releasing)
  }
}
