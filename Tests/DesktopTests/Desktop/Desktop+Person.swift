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
    try await makeVisible()
    return Look(try await run(Repository.file("Config/screen/read-screen"), arguments))
  }

  /// Looks until a condition holds for two looks on end: what slides has come to rest.
  ///
  /// - Parameter picture: the name under which the last look is kept.
  @discardableResult
  func look(
    until what: String, within limit: Duration = .defaultLimit, keeping picture: String? = nil,
    _ condition: (Look) -> Bool
  ) async throws -> Look {
    let deadline = ContinuousClock.now + limit
    var last: Look?
    while ContinuousClock.now < deadline {
      let look = try await look(keeping: picture)
      if condition(look), look == last { return look }
      last = look
    }
    let seen = last?.words.map(\.text).joined(separator: " ") ?? ""
    throw Failure(text: "\(what): not seen within \(limit); to be seen: \(seen)")
  }

  /// Looks until no popup is to be seen: none comes of itself.
  func untilEmpty(within limit: Duration = .defaultLimit) async throws {
    let deadline = ContinuousClock.now + limit
    var last: Look?
    while ContinuousClock.now < deadline {
      let look = try await look()
      if look.words.isEmpty { return }
      last = look
    }
    let seen = last?.words.map(\.text).joined(separator: " ") ?? ""
    throw Failure(text: "an empty screen: not seen within \(limit); to be seen: \(seen)")
  }

  /// Looks until a word stands on the screen, and gives its place.
  @discardableResult
  func find(_ word: String, keeping picture: String? = nil) async throws -> Look.Place {
    let look = try await look(until: word, keeping: picture) { $0.place(of: word) != nil }
    guard let place = look.place(of: word) else { throw Failure(text: "\(word) is gone") }
    return place
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
  ///   - word: a word of the popup.
  ///   - absent: a word that must not be on the screen.
  ///   - picture: the name under which the screen is kept as it is just before.
  func press(
    _ label: String, onPopupWith word: String, without absent: String? = nil,
    keeping picture: String
  ) async throws {
    let wanted = server.drawsButtons ? [word, label] : [word]
    var look = try await look(
      until: "\(wanted) without \(absent ?? "anything")", keeping: picture
    ) { look in
      look.seen(of: wanted) == wanted && look.seen(of: absent.map { [$0] } ?? []).isEmpty
    }
    if !server.drawsButtons, let popup = look.place(of: word) {
      try await click(popup)
      look = try await self.look(until: "\(label) in the menu", keeping: picture) { look in
        look.menu.flatMap { look.place(of: label, in: $0) } != nil
      }
    }
    guard let button = look.place(of: label, in: server.drawsButtons ? nil : look.menu) else {
      throw Failure(text: "\(label) is gone")
    }
    try await click(button)
  }

  /// Closes the popup that has this word in it, without an answer.
  func close(popupWith word: String, keeping picture: String) async throws {
    let look = try await look(until: word, keeping: picture) { $0.place(of: word) != nil }
    guard let place = look.place(of: word) else { throw Failure(text: "\(word) is gone") }
    switch server.closing {
    case .click(let button): try await click(place, button: button)
    case .cross, .corner:
      guard let popup = look.window(at: place) else { throw Failure(text: "\(word) is nowhere") }
      try await click(try await cross(of: popup))
    case .script(let script): try await evaluate(script)
    }
  }

  /// Finds the cross of a popup: what there is besides background in its upper right corner.
  private func cross(of popup: Look.Window) async throws -> Look.Place {
    if case .corner(let inset) = server.closing {
      return Look.Place(x: popup.corner.x + popup.width - inset, y: popup.corner.y + inset)
    }
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
