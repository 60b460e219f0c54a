package import DBus

/// Why the daemon does not do what it was asked to: the names under `org.peal.Error`.
package enum Refusal: String, Sendable, CaseIterable {
  case invalidArgs = "InvalidArgs"
  case noSuchAlert = "NoSuchAlert"
  case noServer = "NoServer"
  case `internal` = "Internal"
  case full = "Full"
  case notPermitted = "NotPermitted"

  /// The refusal that an error reply's name stands for.
  package init?(_ name: ErrorName) {
    guard name.text.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(name.text.dropFirst(Self.prefix.count)))
  }

  /// The error reply's name.
  package var errorName: ErrorName { ErrorName(unchecked: Self.prefix + rawValue) }

  /// The exit status that it becomes in the command (`EX_USAGE` and so on, sysexits.h).
  package var exitStatus: Int32 {
    switch self {
    case .invalidArgs: 64
    case .noSuchAlert: 66
    case .noServer: 69
    case .internal: 70
    case .full: 75
    case .notPermitted: 77
    }
  }

  private static let prefix = "org.peal.Error."
}
