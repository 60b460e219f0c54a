internal import Peal

/// The journal's tables, one method for each thing that is done to them. Each runs in the
/// transaction of whoever calls it.
struct Tables {
  let database: Database

  /// Reads the tables of an open and checked database.
  init(_ database: Database) {
    self.database = database
  }

  /// `INSERT` into a table, one parameter a column.
  static func insert(into table: String, _ columns: [String], or conflict: String = "") -> String {
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let names = columns.joined(separator: ", ")
    return "INSERT \(conflict) INTO \(table) (\(names)) VALUES (\(places))"
  }

  /// `UPDATE` of one row: one parameter a column, then the id.
  static func update(_ table: String, _ columns: [String]) -> String {
    let settings = columns.map { "\($0) = ?" }.joined(separator: ", ")
    return "UPDATE \(table) SET \(settings) WHERE id = ?"
  }
}
