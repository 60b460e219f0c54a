/// What is to be seen on a screen at one moment, as `Config/screen/read-screen` reads it.
struct Look: Sendable, Equatable {
  /// A place on the screen, in dots from its upper left corner.
  struct Place: Sendable, Equatable {
    let x: Int
    let y: Int
  }

  /// A window that can be seen.
  struct Window: Sendable, Equatable {
    let name: String
    let corner: Place
    let width: Int
    let height: Int
  }

  /// A word and its middle.
  struct Word: Sendable, Equatable {
    let text: String
    let place: Place
  }

  private(set) var windows: [Window] = []
  private(set) var words: [Word] = []

  /// Takes the program's output: `window X Y WIDTH HEIGHT NAME` and `word X Y TEXT`, a line each.
  init(_ output: String) {
    for line in output.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: line.hasPrefix("word ") ? 3 : 5)
      let numbers = fields.dropFirst().compactMap { Int($0) }
      if fields.first == "word", fields.count == 4, numbers.count >= 2 {
        words.append(Word(text: String(fields[3]), place: Place(x: numbers[0], y: numbers[1])))
      } else if fields.first == "window", numbers.count >= 4 {
        let corner = Place(x: numbers[0], y: numbers[1])
        let name = fields.count == 6 ? String(fields[5]) : ""
        windows.append(
          Window(name: name, corner: corner, width: numbers[2], height: numbers[3]))
      }
    }
  }

  /// Where a word stands, in one window or in any; nil if it is not to be seen.
  func place(of word: String, in window: Window? = nil) -> Place? {
    words.last { $0.text == word && window?.contains($0.place) != false }?.place
  }

  /// The window that a place is in.
  func window(at place: Place) -> Window? {
    windows.first { $0.contains(place) }
  }

  /// The menu of a popup's actions, which `Config/screen/choose` opens.
  var menu: Window? {
    windows.first { $0.name.hasPrefix("rofi") }
  }

  /// Which of these words are to be seen.
  func seen(of texts: [String]) -> [String] {
    texts.filter { text in words.contains { $0.text == text } }
  }
}

extension Look.Window {
  /// Whether a place is in it.
  func contains(_ place: Look.Place) -> Bool {
    (corner.x..<corner.x + width).contains(place.x)
      && (corner.y..<corner.y + height).contains(place.y)
  }
}
