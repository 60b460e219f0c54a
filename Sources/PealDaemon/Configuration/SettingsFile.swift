internal import PealControl
internal import Synchronization

/// The configuration in force, and what is wrong with the file it should come from.
final class SettingsFile: Sendable {
  /// Where it is read from; nil when there is no place.
  let file: ConfigurationFile?
  private let state = Mutex((reading: ConfigurationFile.Reading(), faults: [String]()))

  init(_ file: ConfigurationFile?) {
    self.file = file
  }

  /// What is in force.
  var current: Configuration { state.withLock { $0.reading.configuration } }

  /// What is in force, as the file says it.
  var entries: [IniFile.Entry] { state.withLock { $0.reading.entries } }

  /// What was wrong when it was last read.
  var faults: [String] { state.withLock { $0.faults } }

  /// Reads the file; while it has faults, what was in force stays.
  func read() -> Configuration {
    guard let file else { return current }
    do throws(ConfigurationError) {
      let reading = try file.read()
      state.withLock { $0 = (reading, []) }
      return reading.configuration
    } catch {
      return state.withLock { state in
        state.faults = error.lines
        return state.reading.configuration
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
