internal import Peal

/// How an `Alert` is laid out in the columns of the table `alert`, both ways.
///
/// Actions, hints and the caller's own data have tables of their own.
enum AlertContent {
  /// The columns, in the order in which ``cells(of:)`` gives and ``read(_:)`` takes them.
  static let columns = [
    "app", "tag", "priority", "urgency", "duplicates", "arrival", "cover", "interruptible",
    "expiry", "ttl", "delay", "timeout", "progress", "reply", "icon", "app_icon", "image",
    "category", "markup", "transient", "resident", "summary", "body",
  ]

  /// What to write of an alert.
  static func cells(of alert: Alert) -> [Cell] {
    [
      .text(alert.appName), Cell(alert.tag), Cell(alert.priority.rawValue),
      Cell(alert.urgency.map { Int64($0.rawValue) }), .text(alert.duplicates.rawValue),
      Cell(alert.arrival?.rawValue), .text(alert.cover.rawValue),
      .text(alert.interruptible.rawValue),
      Cell(number(of: alert.expiry)), Cell(alert.ttl), Cell(alert.delay), Cell(alert.timeout),
      Cell(alert.progress.map(Int64.init)), Cell(alert.replyPlaceholder), Cell(alert.icon),
      Cell(alert.appIcon), Cell(alert.image), Cell(alert.category),
      Cell(alert.markup == .markup), Cell(alert.isTransient), Cell(alert.isResident),
      .text(alert.summary), .text(alert.body),
    ]
  }

  /// Reads an alert without what other tables hold.
  static func read(_ row: inout Columns) throws(SQLiteError) -> Alert {
    var alert = Alert("", appName: try row.string())
    alert.tag = try row.text()
    try readPlacement(&row, of: &alert)
    try readTimes(&row, of: &alert)
    try readLooks(&row, of: &alert)
    alert.summary = try row.string()
    alert.body = try row.string()
    return alert
  }

  private static func readPlacement(
    _ row: inout Columns, of alert: inout Alert
  ) throws(SQLiteError) {
    alert.priority = try row.checked(Priority(rawValue: try row.number()))
    if let urgency = try row.numberIfAny(UInt8.self) {
      alert.urgency = try row.checked(Alert.Urgency(rawValue: urgency))
    }
    alert.duplicates = try row.word()
    alert.arrival = try row.wordIfAny()
    alert.cover = try row.word()
    alert.interruptible = try row.word()
  }

  private static func readTimes(_ row: inout Columns, of alert: inout Alert) throws(SQLiteError) {
    alert.expiry = expiry(of: try row.integer())
    alert.ttl = try row.duration()
    alert.delay = try row.duration()
    alert.timeout = try row.duration()
  }

  private static func readLooks(_ row: inout Columns, of alert: inout Alert) throws(SQLiteError) {
    alert.progress = try row.numberIfAny()
    alert.replyPlaceholder = try row.text()
    alert.icon = try row.text()
    alert.appIcon = try row.text()
    alert.image = try row.text()
    alert.category = try row.text()
    alert.markup = try row.flag() ? .markup : .plain
    alert.isTransient = try row.flag()
    alert.isResident = try row.flag()
  }

  /// Null is the server's choice, -1 never, else nanoseconds.
  private static func number(of expiry: Alert.Expiry) -> Int64? {
    switch expiry {
    case .serverDefault: nil
    case .never: -1
    case .after(let duration): max(0, duration.clampedNanoseconds)
    }
  }

  private static func expiry(of number: Int64?) -> Alert.Expiry {
    switch number {
    case nil: .serverDefault
    case let number? where number < 0: .never
    case let number?: .after(.nanoseconds(number))
    }
  }
}
