package import DBus
package import Peal

/// Which alerts `Clear`, `List` and `History` mean: those that meet every condition.
package struct Query: Sendable, Hashable {
  /// This one alone.
  package var id: AlertID?
  /// Those of one program.
  package var appName: String?
  /// Those with a tag.
  package var tag: String?
  /// For `Clear`: also those on screen and parked.
  package var includesShown = false
  /// At most as many; of the history, the latest.
  package var limit: UInt32?
  /// Those with greater numbers.
  package var after: AlertID?
  /// Those that were posted, or of the history ended, at this time or later.
  package var since: WallTime?

  /// Means every alert.
  package init() {}

  /// The filter's names on the wire.
  package enum Name: String, OptionName {
    case id, app, tag, all, limit, after, since

    package var type: Signature {
      switch self {
      case .id, .limit, .after: "u"
      case .app, .tag: "s"
      case .all: "b"
      case .since: "x"
      }
    }
  }
}

extension Query {
  /// Reads a filter.
  ///
  /// - Throws: ``ControlError`` for an unknown condition or a wrong type.
  package init(_ options: [String: Value]) throws(ControlError) {
    let reader = try OptionReader(options, of: Name.self)
    id = reader[.id]?.uint32.map(AlertID.init(rawValue:))
    appName = try reader.string(.app)
    tag = try reader.string(.tag)
    includesShown = reader.flag(.all)
    limit = reader[.limit]?.uint32
    after = reader[.after]?.uint32.map(AlertID.init(rawValue:))
    since = reader.integer(.since).map { WallTime(milliseconds: Int64($0)) }
  }

  /// The filter as `a{sv}`.
  package var value: Value {
    var writer = OptionWriter<Name>()
    writer.set(.id, id.map { .uint32($0.rawValue) })
    writer.set(.app, appName.map(Value.string))
    writer.set(.tag, tag.map(Value.string))
    writer.set(.all, includesShown)
    writer.set(.limit, limit.map(Value.uint32))
    writer.set(.after, after.map { .uint32($0.rawValue) })
    writer.set(.since, since.map { .int64($0.milliseconds) })
    return .options(writer.options)
  }
}
