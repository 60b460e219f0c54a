internal import Peal

extension Tables {
  /// Writes what an alert has any number of: actions, hints and the caller's own data.
  func putParts(of alert: Alert, for id: ContentID) throws(SQLiteError) {
    for (position, action) in alert.actions.enumerated() {
      try database.run(
        "INSERT INTO action VALUES (?, ?, ?, ?, ?)",
        [
          Cell(id), Cell(position), .text(action.key), .text(action.label),
          .text(action.style.rawValue),
        ])
    }
    for (name, hint) in alert.hints {
      try database.run(
        "INSERT INTO hint VALUES (?, ?, ?, ?, ?)",
        [Cell(id), .text(name), .text(hint.type), Cell(hint.number), Cell(hint.text)])
    }
    for (name, text) in alert.userInfo {
      try database.run("INSERT INTO note VALUES (?, ?, ?)", [Cell(id), .text(name), .text(text)])
    }
  }

  /// Removes them.
  func removeParts(of id: ContentID) throws(SQLiteError) {
    for table in ["action", "hint", "note"] {
      try database.run("DELETE FROM \(table) WHERE alert = ?", [Cell(id)])
    }
  }

  /// Reads them into an alert.
  func readParts(of id: ContentID, into alert: inout Alert) throws(SQLiteError) {
    alert.actions = try actions(of: id)
    let hints = try database.statement("SELECT name, type, number, text FROM hint WHERE alert = ?")
      .rows([Cell(id)]) { (row) throws(SQLiteError) in
        (try row.string(), try Alert.HintValue(&row))
      }
    let notes = try database.statement("SELECT name, text FROM note WHERE alert = ?")
      .rows([Cell(id)]) { (row) throws(SQLiteError) in (try row.string(), try row.string()) }
    alert.hints = Dictionary(hints) { $1 }
    alert.userInfo = Dictionary(notes) { $1 }
  }

  /// An alert's actions, in order.
  func actions(of id: ContentID) throws(SQLiteError) -> [Action] {
    try database.statement(
      "SELECT key, label, style FROM action WHERE alert = ? ORDER BY position"
    ).rows([Cell(id)]) { (row) throws(SQLiteError) in
      let (key, label) = (try row.string(), try row.string())
      let style = try row.word(Action.Style.self)
      return try row.checked(try? Action(key, label, style: style))
    }
  }
}

extension Alert {
  /// Whether it has nothing that there can be any number of.
  var isBare: Bool { actions.isEmpty && hints.isEmpty && userInfo.isEmpty }
}

extension Alert.HintValue {
  /// The type's name in the table.
  fileprivate var type: String {
    switch self {
    case .boolean: "boolean"
    case .byte: "byte"
    case .int32: "int32"
    case .uint32: "uint32"
    case .int64: "int64"
    case .uint64: "uint64"
    case .double: "double"
    case .string: "string"
    }
  }

  /// A number as it is kept: doubles and the largest integers by their bits, which SQLite's own
  /// numbers would not give back unchanged.
  fileprivate var number: Int64? {
    switch self {
    case .boolean(let flag): flag ? 1 : 0
    case .byte(let number): Int64(number)
    case .int32(let number): Int64(number)
    case .uint32(let number): Int64(number)
    case .int64(let number): number
    case .uint64(let number): Int64(bitPattern: number)
    case .double(let number): Int64(bitPattern: number.bitPattern)
    case .string: nil
    }
  }

  fileprivate var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  fileprivate init(_ row: inout Columns) throws(SQLiteError) {
    let type = try row.string()
    if type == "string" {
      _ = try row.integer()
      self = .string(try row.string())
      return
    }
    let number: Int64 = try row.number()
    _ = try row.text()
    self = try row.checked(Self.value(type, number))
  }

  private static func value(_ type: String, _ number: Int64) -> Alert.HintValue? {
    switch type {
    case "boolean": .boolean(number != 0)
    case "byte": UInt8(exactly: number).map(Self.byte)
    case "int32": Int32(exactly: number).map(Self.int32)
    case "uint32": UInt32(exactly: number).map(Self.uint32)
    case "int64": .int64(number)
    case "uint64": .uint64(UInt64(bitPattern: number))
    case "double": .double(Double(bitPattern: UInt64(bitPattern: number)))
    default: nil
    }
  }
}
