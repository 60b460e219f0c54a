internal import DBus
package import Peal

extension WallTime {
  /// The time now.
  package static var now: WallTime { WallTime(milliseconds: CivilClock.milliseconds) }
}
