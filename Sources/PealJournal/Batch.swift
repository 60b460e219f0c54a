internal import Peal

/// What has happened since the last commit: one transaction's worth.
///
/// It is kept until it is written. When there is no room, the new posts are refused, which nobody
/// was told had been accepted; all else stays and is written with the next commit.
struct Batch {
  /// New alerts, in the order of their ids.
  private(set) var posts: [Post] = []
  /// The ids of those that came with a token.
  private(set) var tokens: [String: AlertID] = [:]
  private(set) var changes = Changes()

  /// A new alert.
  struct Post {
    let id: AlertID
    let post: JournalPost
    let time: ClockReading
  }

  /// All but new posts.
  struct Changes {
    /// Where live alerts stand now, by the id they go by.
    fileprivate(set) var entries: [AlertID: (entry: LiveEntry, time: ClockReading)] = [:]
    fileprivate(set) var endings: [(ending: Ending, time: ClockReading)] = []
    fileprivate(set) var removed: [AlertID] = []
    /// Popups that are gone from the screen.
    fileprivate(set) var gone: [Presentation] = []
    fileprivate(set) var posters: [AlertID: Poster] = [:]
    /// Named pauses; nil for one that was released.
    fileprivate(set) var pauses: [PauseToken: (pause: QueueRecord.Pause, time: ClockReading)?] = [:]

    var isEmpty: Bool {
      entries.isEmpty && endings.isEmpty && removed.isEmpty && gone.isEmpty && posters.isEmpty
        && pauses.isEmpty
    }
  }

  var isEmpty: Bool { posts.isEmpty && changes.isEmpty }

  mutating func add(_ post: JournalPost, as id: AlertID, _ time: ClockReading) {
    posts.append(Post(id: id, post: post, time: time))
    if let token = post.token { tokens[token] = id }
  }

  /// Forgets the posts: they are written or refused.
  mutating func dropPosts() {
    posts = []
    tokens = [:]
  }

  /// Forgets the rest: it is written.
  mutating func dropChanges() {
    changes = Changes()
  }

  mutating func put(_ entry: LiveEntry, _ time: ClockReading) {
    guard let id = entry.record.id else { return }
    changes.entries[id] = (entry, time)
  }

  mutating func file(_ ending: Ending, _ time: ClockReading) {
    changes.entries[ending.id] = nil
    changes.endings.append((ending, time))
  }

  mutating func remove(_ id: AlertID) {
    changes.removed.append(id)
  }

  mutating func forget(_ popup: Presentation) {
    changes.gone.append(popup)
  }

  mutating func put(_ poster: Poster, of id: AlertID) {
    changes.posters[id] = poster
  }

  mutating func put(_ pause: QueueRecord.Pause, _ token: PauseToken, _ time: ClockReading) {
    changes.pauses[token] = .some((pause, time))
  }

  mutating func release(_ token: PauseToken) {
    changes.pauses[token] = .some(nil)
  }
}
