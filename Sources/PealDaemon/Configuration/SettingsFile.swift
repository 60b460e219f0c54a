internal import PealControl
internal import Synchronization

/// The configuration in force, and what is wrong with the file it should come from.
final class SettingsFile: Sendable {
  /// Where it is read from; nil when there is no place.
  let file: ConfigurationFile?
  private let state = Mutex((configuration: Configuration(), faults: [String]()))

  init(_ file: ConfigurationFile?) {
    self.file = file
  }

  /// What is in force.
  var current: Configuration { state.withLock { $0.configuration } }

  /// What was wrong when it was last read.
  var faults: [String] { state.withLock { $0.faults } }

  /// Reads the file; while it has faults, what was in force stays.
  func read() -> Configuration {
    guard let file else { return state.withLock { $0.configuration } }
    do throws(ConfigurationError) {
      let configuration = try file.read()
      state.withLock { $0 = (configuration, []) }
      return configuration
    } catch {
      return state.withLock { state in
        state.faults = error.lines
        return state.configuration
      }
    }
  }
}

extension Configuration {
  /// What of it the host goes by.
  var hostSettings: ControlHost.Settings {
    var settings = ControlHost.Settings()
    settings.answerTimeout = answerTimeout
    settings.history = journal.history
    settings.amend = { [rules] alert in
      for rule in rules { rule.apply(to: &alert) }
    }
    return settings
  }
}
