/// What `peal` can do.
enum Verb: String, Sendable, CaseIterable {
  case send, ask, wait, answer, update, withdraw, snooze, activate, clear
  case list, show, history, watch, status
  case pause, resume, reload, doctor
}

extension Verb {
  /// A word of the command line that is not an option.
  struct Operand: Sendable {
    let name: String
    let help: String
    /// Whether the verb does without it.
    var isOptional = false
    /// Whether any number of them may follow.
    var repeats = false
  }

  /// What it does, in a line.
  var summary: String {
    switch self {
    case .send: "Queue an alert and return at once."
    case .ask: "Queue a question, wait, and print the key of the action that was chosen."
    case .wait: "Wait until an alert has ended, as ask does."
    case .answer: "Choose an action of an alert from here, as a press on its button would."
    case .update: "Change what a live alert says."
    case .withdraw: "Take alerts from the queue or off the screen."
    case .snooze: "Take an alert off the screen and bring it back later."
    case .activate: "Let an alert go on that is delayed, snoozed, or held until activated."
    case .clear: "End the alerts that wait, and print how many."
    case .list: "List the live alerts: on screen first, then as they will be shown."
    case .show: "Show all there is to say about one alert."
    case .history: "List the alerts that have ended."
    case .watch: "Print the live alerts, then a line for every change, until interrupted."
    case .status: "Say how many alerts wait, and what shows them."
    case .pause: "Hold the queue: what is on screen stays, nothing new is shown."
    case .resume: "Let the queue go on after pause."
    case .reload: "Have the daemon read its configuration again."
    case .doctor: "Say what bus, daemon and notification server there are."
    }
  }

  /// What may stand on its command line beside options, as the usage line has it.
  var usage: String {
    switch self {
    case .send, .ask: "SUMMARY [BODY]"
    case .wait, .activate, .show: "ID"
    case .answer: "(ID | --top) [KEY]"
    case .update: "(ID | --tag TAG | --top) [SUMMARY [BODY]]"
    case .withdraw: "(ID... | --tag TAG | --top)"
    case .snooze: "ID DURATION"
    case .clear, .list, .history, .watch, .status, .pause, .resume, .reload, .doctor: ""
    }
  }

  /// Its operands, for the help.
  var operands: [Operand] {
    let id = Operand(name: "ID", help: "The alert's number, as -p prints it and list shows it.")
    switch self {
    case .send, .ask:
      return [
        Operand(name: "SUMMARY", help: "The headline."),
        Operand(name: "BODY", help: "The text below it; - reads it from standard input."),
      ]
    case .wait, .activate, .show:
      return [id]
    case .answer:
      return [id, Operand(name: "KEY", help: "The action's key; without it the keys are listed.")]
    case .update:
      return [
        id, Operand(name: "SUMMARY", help: "The new headline."),
        Operand(name: "BODY", help: "The new text; - reads it from standard input."),
      ]
    case .withdraw:
      return [Operand(name: "ID...", help: "The alerts' numbers.")]
    case .snooze:
      return [id, Operand(name: "DURATION", help: "How long: 30s, 5m, 2h.")]
    case .clear, .list, .history, .watch, .status, .pause, .resume, .reload, .doctor:
      return []
    }
  }
}
