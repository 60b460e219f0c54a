internal import Peal
internal import PealDesktop

/// What `peal.conf` sets.
struct Configuration: Equatable {
  /// `[queue]`, as the queue takes it.
  var queue = AlertQueue.Configuration()
  /// `[queue] answer-timeout`: how long a question waits in all when its caller does not say; nil
  /// is for ever.
  var answerTimeout: Duration? = .seconds(3600)
  /// `[presenter] reply-timeout`: for one call to the notification server.
  var replyTimeout: Duration = .seconds(5)
  /// `[presenter] pictures`: how the notification server gets pictures.
  var pictures = PictureTransfer.path
  /// `[journal]`.
  var journal = Journal()
  /// `[rule NAME]`, in the file's order.
  var rules: [Rule] = []

  /// What is kept, and how safely.
  struct Journal: Equatable {
    var isEnabled = true
    var durability = Durability.process
    /// How many ended alerts are kept.
    var history = 1000

    /// What an accepted alert survives.
    enum Durability: String, CaseIterable {
      /// The daemon's sudden death.
      case process
      /// Also the machine's.
      case power
    }
  }
}

/// A configuration file that says something wrong: every fault, in the order of the lines.
struct ConfigurationError: Error, Equatable {
  /// The file's name, without its folders.
  var file: String
  var faults: [IniFile.Fault]

  /// A line for each fault, as `peal.conf:3: …`.
  var lines: [String] {
    faults.map { $0.line == 0 ? "\(file): \($0.sentence)" : "\(file):\($0.line): \($0.sentence)" }
  }
}
