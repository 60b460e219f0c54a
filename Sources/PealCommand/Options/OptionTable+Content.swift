import Peal

extension Option {
  private static let posting: [Verb] = [.send, .ask]
  private static let composing: [Verb] = [.send, .ask, .update]

  /// What an alert says, in notify-send's own names where it has them.
  static let contentOptions: [Option] = [
    Option(
      "urgency", letter: "u", argument: .value("LEVEL"), offering: .urgencies, in: .content,
      for: composing,
      help: "low, normal or critical; also sets the priority of that name."
    ) { line, text throws(ValueError) in line.draft.urgency = try Alert.Urgency(word: text) },
    Option(
      "expire-time", letter: "t", argument: .value("TIME"), offering: .times, in: .content,
      for: composing,
      help: "Time on screen: milliseconds, 5s, 10m, never, or default (the server chooses)."
    ) { line, text throws(ValueError) in line.draft.expiry = try Alert.Expiry(argument: text) },
    Option(
      "icon", letter: "i", argument: .value("ICON"), offering: .file, in: .content, for: composing,
      help: "An icon by name, or a picture file."
    ) { line, text in line.draft.icon = line.picture(Picture.icon(text), "--icon", text) },
    Option(
      "app-icon", letter: "n", argument: .value("ICON"), offering: .file, in: .content,
      for: composing,
      help: "The icon of the program that sends the alert."
    ) { line, text in line.draft.appIcon = line.picture(Picture.icon(text), "--app-icon", text) },
    Option(
      "image", argument: .value("FILE"), offering: .file, in: .content, for: composing,
      help: "A picture to show beside the text."
    ) { line, text in line.draft.image = line.picture(Picture.file(text), "--image", text) },
    Option(
      "category", letter: "c", argument: .value("TYPE"), in: .content, for: composing,
      help: "The kind of alert, as email.arrived."
    ) { line, text in line.draft.category = text },
    Option(
      "transient", letter: "e", in: .content, for: composing,
      help: "Leave it out of the desktop's own history."
    ) { line, _ in line.draft.isTransient = true },
    Option(
      "action", letter: "A", argument: .value("[KEY=]LABEL"), in: .content, for: composing,
      help: "Add a button. Without a key its key is its index from 0."
    ) { line, text throws(ValueError) in try line.draft.addAction(text) },
    Option(
      "cancel", argument: .value("[KEY=]LABEL"), in: .content, for: composing,
      help:
        "Add a button that means no: exit 1. The keys no and cancel are like that by themselves."
    ) { line, text throws(ValueError) in try line.draft.addAction(text, style: .cancel) },
    Option(
      "destructive", argument: .value("[KEY=]LABEL"), in: .content, for: composing,
      help: "Add a button for what cannot be taken back."
    ) { line, text throws(ValueError) in try line.draft.addAction(text, style: .destructive) },
    Option(
      "reply", argument: .value("PLACEHOLDER"), in: .content, for: composing,
      help: "Add a field to type an answer into; the answer is printed."
    ) { line, text in line.draft.reply = text },
    Option(
      "hint", letter: "h", argument: .hint("TYPE:NAME:VALUE"), in: .content, for: posting,
      help: "Add a hint; TYPE is boolean, byte, int, uint32, int64, uint64, double or string."
    ) { line, text throws(ValueError) in try line.draft.addHint(text) },
    Option(
      "hint", argument: .value("TYPE:NAME:VALUE"), in: .content, for: [.update],
      help: "Add a hint; TYPE is boolean, byte, int, uint32, int64, uint64, double or string."
    ) { line, text throws(ValueError) in try line.draft.addHint(text) },
    Option(
      "markup", in: .content, for: composing,
      help: "The body is markup (b, i, u, a), not plain text."
    ) { line, _ in line.draft.hasMarkup = true },
    Option(
      "progress", argument: .value("0..100"), in: .content, for: composing,
      help: "Show a progress bar."
    ) { line, text throws(ValueError) in
      line.draft.progress = try Int(argument: text, in: 0...100)
    },
    Option(
      "replace-id", letter: "r", argument: .value("ID"), offering: .id, in: .content, for: posting,
      help: "Take the place of this alert."
    ) { line, text throws(ValueError) in line.draft.replaces = try AlertID(argument: text) },
  ]
}

extension Invocation {
  /// A picture that is there, or a warning.
  fileprivate mutating func picture(
    _ resolved: String?, _ option: String, _ text: String
  ) -> String? {
    if resolved == nil {
      warnings.append("\(option) \(text.debugDescription) is not there; going on without it")
    }
    return resolved
  }
}
