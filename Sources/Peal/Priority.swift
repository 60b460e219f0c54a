/// How early an alert is shown among those that wait. Priority alone never takes a slot from anybody.
public enum Priority: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  case low, normal, high, critical

  public static func < (lhs: Priority, rhs: Priority) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
