import Peal

extension NotifySendOption {
  /// Every option of notify-send since 0.7.9, in the order of the help.
  static let all: [NotifySendOption] = contents + answers + about

  /// What is shown.
  private static let contents: [NotifySendOption] = [
    NotifySendOption(
      "urgency", letter: "u", argument: .value("LEVEL"), offering: .urgencies,
      help: "low, normal or critical; also the alert's priority."
    ) { line, value, _ throws(NotifySendMistake) in line.urgency = try urgency(value) },
    NotifySendOption(
      "expire-time", letter: "t", argument: .value("TIME"),
      help: "Milliseconds on screen; 0 is for ever, -1 leaves it to the server."
    ) { line, value, written throws(NotifySendMistake) in
      line.expiry = try integer(value, of: written)
    },
    NotifySendOption(
      "app-name", letter: "a", argument: .value("APP_NAME"), offering: .app,
      help: "The name of the program that sends it; notify-send when there is none."
    ) { line, value, _ in line.appName = value },
    NotifySendOption(
      "icon", letter: "i", argument: .value("ICON"), offering: .file,
      help: "An icon by name, or a picture file."
    ) { line, value, _ in line.icon = value },
    NotifySendOption(
      "app-icon", letter: "n", argument: .value("ICON"), offering: .file,
      help: "The icon of the program that sends it."
    ) { line, value, _ in line.appIcon = value },
    NotifySendOption(
      "category", letter: "c", argument: .value("TYPE"), help: "The kind, as email.arrived."
    ) { line, value, _ in line.category = value },
    NotifySendOption(
      "transient", letter: "e", help: "Leave it out of the desktop's own history."
    ) { line, _, _ in line.isTransient = true },
    NotifySendOption(
      "hint", letter: "h", argument: .value("TYPE:NAME:VALUE"),
      help: "Add a hint; TYPE is boolean, int, double, string, byte or variant."
    ) { line, value, _ in line.hints.append(value) },
    NotifySendOption(
      "replace-id", letter: "r", argument: .value("ID"), offering: .id,
      help: "Take the place of the one with that id, or of the last with this very option."
    ) { line, value, written throws(NotifySendMistake) in
      line.replaces = try integer(value, of: written)
    },
  ]

  /// What is told of it.
  private static let answers: [NotifySendOption] = [
    NotifySendOption(
      "print-id", letter: "p", help: "Print the id."
    ) { line, _, _ in line.printsID = true },
    NotifySendOption(
      "id-fd", argument: .value("FD"), help: "Write the id to this file descriptor."
    ) { line, value, written throws(NotifySendMistake) in
      line.idDescriptor = try descriptor(value, of: written)
    },
    NotifySendOption(
      "wait", letter: "w", help: "Wait until it is closed."
    ) { line, _, _ in line.waits = true },
    NotifySendOption(
      "action", letter: "A", argument: .value("[NAME=]LABEL"),
      help: "Add a button, wait, and print the name of the one that is pressed. Without a name it "
        + "is the option's index from 0."
    ) { line, value, _ in line.actions.append(value) },
    NotifySendOption(
      "selected-action-fd", argument: .value("FD"),
      help: "Write the name of the button that is pressed to this file descriptor as well."
    ) { line, value, written throws(NotifySendMistake) in
      line.actionDescriptor = try descriptor(value, of: written)
    },
    NotifySendOption(
      "activation-token-fd", argument: .value("FD"),
      help: "Write the token that lets a window come to the front to this file descriptor, if the "
        + "server gives one."
    ) { line, value, written throws(NotifySendMistake) in
      line.tokenDescriptor = try descriptor(value, of: written)
    },
  ]

  /// What is told of the program.
  private static let about: [NotifySendOption] = [
    NotifySendOption(
      "version", letter: "v", help: "Print the version."
    ) { line, _, _ in line.purpose = .version },
    NotifySendOption(
      helpName, letter: "?", help: "Show this help."
    ) { line, _, _ in line.purpose = .help },
  ]

  /// The one option that ends the reading at once.
  static let helpName = "help"
}
