internal import Peal

/// The key of a row of `alert`: a submission's id, or, beyond all ids, the key of what merged
/// submissions say together.
struct ContentID: Hashable {
  let rawValue: Int64

  /// What a submission was given.
  init(_ id: AlertID) {
    rawValue = Int64(id.rawValue)
  }

  /// What the alert that goes by `leader` says.
  init(of leader: AlertID, isMerged: Bool) {
    rawValue = Int64(leader.rawValue) + (isMerged ? Self.firstMerged : 0)
  }

  /// Keys from here on are no ids.
  static let firstMerged: Int64 = 1 << 32
}

extension Cell {
  init(_ id: ContentID) {
    self = .integer(id.rawValue)
  }
}
