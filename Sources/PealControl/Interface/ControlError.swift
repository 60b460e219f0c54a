package import DBus
package import Peal

/// What can go wrong between the command and the daemon.
package enum ControlError: Error, Sendable, Hashable {
  /// An option that there is not.
  case unknownOption(String)
  /// An option of another type than it has.
  case wrongType(option: String, expected: Signature, found: Signature)
  /// An option's value that makes no sense; the reason ends the sentence "option: …".
  case badValue(option: String, reason: String)
  /// Something in a message that is not of the form it should have.
  case malformed(String)
  /// An alert that cannot be.
  case alert(AlertError)
  /// A reply that is not what the method promises.
  case unexpectedReply(to: String)
  /// The daemon refused, with its sentence.
  case refused(Refusal, String)
  /// There is no bus to talk over.
  case noBus(String)
  /// Nobody owns ``Alerts1/name``.
  case noDaemon
  /// The daemon did not answer in time.
  case silent
  /// The bus or the daemon went away before it answered.
  case lost

  /// What the daemon answers when it meets this error in a request.
  package var refusal: Refusal {
    switch self {
    case .unknownOption, .wrongType, .badValue, .malformed: .invalidArgs
    case .alert(.full), .alert(.stopped): .full
    case .alert: .invalidArgs
    case .refused(let refusal, _): refusal
    case .unexpectedReply: .internal
    case .noBus, .noDaemon, .silent, .lost: .noServer
    }
  }

  /// The exit status that it becomes in the command.
  package var exitStatus: Int32 { refusal.exitStatus }
}

extension ControlError: CustomStringConvertible {
  /// The sentence for a person.
  package var description: String {
    switch self {
    case .unknownOption(let name): "there is no option \(name.debugDescription)"
    case .wrongType(let option, let expected, let found):
      "option \(option.debugDescription) must be of type '\(expected)', not '\(found)'"
    case .badValue(let option, let reason): "option \(option.debugDescription): \(reason)"
    case .malformed(let what): what
    case .alert(let error): error.sentence
    case .refused(_, let sentence): sentence
    case .unexpectedReply(let method):
      "the daemon's reply to \(method) is not understood; is it of another version?"
    case .noBus(let reason): "no bus: \(reason)"
    case .noDaemon: "no daemon is running: nobody owns \(Alerts1.name) on this bus"
    case .silent: "the daemon does not answer"
    case .lost: "the daemon went away before it answered"
    }
  }
}

extension AlertError {
  /// The sentence for a person.
  package var sentence: String {
    switch self {
    case .emptyLabel(let key): "action \(key.debugDescription) needs a label"
    case .badKey(let key):
      "action key \(key.debugDescription) is empty or holds a newline"
    case .duplicateKey(let key): "action key \(key.debugDescription) is given twice"
    case .tooManyActions(let count):
      "\(count) actions are more than the \(Limits.actions) that an alert may have"
    case .empty: "an alert needs a summary or a body"
    case .stopped: "the queue is shut down; try again later"
    case .full: "the queue is full of alerts that are at least as important; try again later"
    }
  }
}
