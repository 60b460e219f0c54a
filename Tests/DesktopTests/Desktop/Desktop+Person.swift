import Glibc
import TestBus

/// What a person does at the screen: looks at it, and uses the pointer.
extension Desktop {
  /// Looks at the screen once.
  ///
  /// - Parameter picture: the name under which what was seen is kept in `.build/pictures`.
  func look(keeping picture: String? = nil) async throws -> Look {
    var arguments: [String] = []
    if let picture {
      mkdir(Repository.file(".build/pictures"), 0o755)
      arguments = [Repository.file(".build/pictures/\(server.rawValue)-\(picture).png")]
    }
    return Look(try await run(Repository.file("Config/screen/read-screen"), arguments))
  }

  /// Looks until a condition holds for two looks on end: what slides has come to rest.
  @discardableResult
  func look(
    until what: String, within limit: Duration = .defaultLimit, _ condition: (Look) -> Bool
  ) async throws -> Look {
    let deadline = ContinuousClock.now + limit
    var last: Look?
    while ContinuousClock.now < deadline {
      let look = try await look()
      if condition(look), look == last { return look }
      last = look
    }
    let seen = last?.words.map(\.text).joined(separator: " ") ?? ""
    throw Failure(text: "\(what): not seen within \(limit); to be seen: \(seen)")
  }

  /// Looks until there is the place that is looked for, and gives it.
  func find(
    _ what: String, within limit: Duration = .defaultLimit, _ place: (Look) -> Look.Place?
  ) async throws -> Look.Place {
    let look = try await look(until: what, within: limit) { place($0) != nil }
    guard let found = place(look) else { throw Failure(text: "\(what) is gone") }
    return found
  }

  /// Looks until a word stands on the screen, and gives its place.
  func find(_ word: String) async throws -> Look.Place {
    try await find(word) { $0.place(of: word) }
  }

  /// Clicks at a place, then takes the pointer out of the way: a popup under it stays up for longer.
  func click(_ place: Look.Place, button: Int = 1) async throws {
    try await run(
      "xdotool",
      ["mousemove", "\(place.x)", "\(place.y)", "click", "\(button)", "mousemove", "2", "798"])
  }

  /// Presses the button with this label.
  ///
  /// - Parameters:
  ///   - word: a word of the popup, for a server that draws no buttons on it.
  ///   - picture: the name under which the screen is kept as it is just before.
  func press(_ label: String, onPopupWith word: String, keeping picture: String) async throws {
    let onPopup = try await find(word)
    let button: Look.Place
    if server.drawsButtons {
      button = try await find(label)
    } else {
      try await click(onPopup)
      button = try await find("\(label) in the menu") { look in
        look.menu.flatMap { look.place(of: label, in: $0) }
      }
    }
    _ = try await look(keeping: picture)
    try await click(button)
  }

  /// Closes the popup that has this word in it, without an answer.
  func close(popupWith word: String, keeping picture: String) async throws {
    let place = try await find(word)
    let look = try await look(keeping: picture)
    switch server.closing {
    case .click(let button):
      try await click(place, button: button)
    case .cross:
      guard let popup = look.window(at: place) else { throw Failure(text: "\(word) is nowhere") }
      try await click(try await cross(of: popup))
    }
  }

  /// Finds the cross of a popup: what there is besides background in its upper right corner.
  private func cross(of popup: Look.Window) async throws -> Look.Place {
    // The frame and its round corner are left out.
    let edge = 8
    let size = 40
    let corner = Look.Place(
      x: popup.corner.x + popup.width - edge - size, y: popup.corner.y + edge)
    let shot = try bus.folder.write("", to: "corner.png")
    try await run(
      "import",
      [
        "-silent", "-window", "root", "-crop", "\(size)x\(size)+\(corner.x)+\(corner.y)", "+repage",
        shot,
      ])
    let box = try await run("convert", [shot, "-fuzz", "20%", "-format", "%@", "info:"])
    let numbers = box.split { "x+".contains($0) }.compactMap { Int($0) }
    guard numbers.count == 4, numbers[0] < size, numbers[1] < size else {
      throw Failure(text: "no cross in the corner of the popup: \(box)")
    }
    return Look.Place(
      x: corner.x + numbers[2] + numbers[0] / 2, y: corner.y + numbers[3] + numbers[1] / 2)
  }
}
