/// What is stored, counted per app and in all, and who would have to go first (R13).
struct Ledger: Sendable {
  private(set) var all = Account()
  /// By number: an alert knows that of its app's account, so that nothing need be looked up by name.
  private var accounts: [Account] = []
  private var numbers: [String: Int] = [:]
  private var vacant: [Int] = []
  /// Bytes of text of all live alerts.
  private(set) var text = 0
  /// Apps of which nothing is live but what was left out has not been said.
  private var remembered = 0

  /// What is noted of an alert.
  struct Entry: Sendable {
    let key: AlertID
    /// The number of its app's account.
    let account: Int
    let priority: Priority
    let text: Int
  }

  /// One scope's stored alerts.
  struct Account: Sendable {
    fileprivate var app = ""
    /// Stored alerts and merged submissions.
    fileprivate(set) var count = 0
    /// Alerts of any stage.
    fileprivate(set) var live = 0
    /// Evicted ones that the next alert shown is to mention.
    fileprivate(set) var leftOut = 0
    fileprivate var shelves = [Shelf](repeating: Shelf(), count: Priority.allCases.count)
  }

  /// The stored alerts of one priority.
  struct Shelf: Sendable {
    /// By age. Some of them are stored no more, or have another priority now.
    fileprivate var keys = LazyHeap<AlertID>()
    /// Their bytes of text.
    fileprivate(set) var text = 0
  }

  func count(of app: String) -> Int {
    numbers[app].map { accounts[$0].count } ?? 0
  }

  /// How many of an app's alerts were left out and are to be mentioned.
  func leftOut(inAccount number: Int) -> Int { accounts[number].leftOut }

  /// An alert comes to life.
  ///
  /// - Returns: the number of its app's account.
  mutating func open(app: String, text size: Int) -> Int {
    text += size
    let known = numbers[app]
    if let known, accounts[known].live == 0 { remembered -= 1 }
    let number = known ?? openAccount(for: app)
    accounts[number].live += 1
    return number
  }

  private mutating func openAccount(for app: String) -> Int {
    let number = vacant.popLast() ?? accounts.count
    if number == accounts.count { accounts.append(Account()) }
    accounts[number] = Account(app: app)
    numbers[app] = number
    return number
  }

  /// An alert's end was reported.
  mutating func close(_ entry: Entry) {
    text -= entry.text
    accounts[entry.account].live -= 1
    guard accounts[entry.account].live == 0 else { return }
    // What was left out is remembered for so many apps, not for as many as there are names.
    if accounts[entry.account].leftOut > 0, remembered < Limits.rememberedApps {
      remembered += 1
    } else {
      numbers[accounts[entry.account].app] = nil
      accounts[entry.account] = Account()
      vacant.append(entry.account)
    }
  }

  /// An alert takes its place among the stored ones.
  mutating func store(_ entry: Entry, among alerts: LiveAlerts) {
    let isCurrent = { (key: AlertID) in Self.isShelved(key, entry.priority, in: alerts) }
    all.store(entry, isCurrent: isCurrent)
    accounts[entry.account].store(entry, isCurrent: isCurrent)
  }

  /// An alert is stored no more.
  mutating func unstore(_ entry: Entry) {
    all.unstore(entry)
    accounts[entry.account].unstore(entry)
  }

  /// So many merged submissions more, or fewer.
  mutating func addMerged(_ difference: Int, app: String) {
    all.count += difference
    if let number = numbers[app] { accounts[number].count += difference }
  }

  /// The text of an alert changes; of a stored one between ``unstore(_:)`` and
  /// ``store(_:among:)``.
  mutating func addText(_ difference: Int) {
    text += difference
  }

  mutating func leaveOut(_ difference: Int, of app: String) {
    if let number = numbers[app] { accounts[number].leftOut += difference }
  }

  /// The bytes of text that alerts below a priority have.
  func storedText(below priority: Priority) -> Int {
    all.shelves[..<Int(priority.rawValue)].reduce(0) { $0 + $1.text }
  }

  private static func isShelved(
    _ key: AlertID, _ priority: Priority, in alerts: LiveAlerts
  ) -> Bool {
    guard let live = alerts[key] else { return false }
    return live.isStored && live.alert.priority == priority
  }
}

extension Ledger {
  /// The oldest of the lowest priority, if that is below `priority`, in one app or in all.
  mutating func victim(
    below priority: Priority, in app: String?, sparing spared: Set<AlertID>,
    among alerts: LiveAlerts
  ) -> AlertID? {
    for level in 0..<Int(priority.rawValue) {
      let given = Priority(rawValue: UInt8(level)) ?? .low
      let isCurrent = { (key: AlertID) in Self.isShelved(key, given, in: alerts) }
      let found =
        if let app {
          numbers[app].flatMap {
            accounts[$0].shelves[level].oldest(sparing: spared, isCurrent)
          }
        } else {
          all.shelves[level].oldest(sparing: spared, isCurrent)
        }
      if let found { return found }
    }
    return nil
  }

  /// The keys of what is stored for an app; only those are visited.
  func stored(of app: String, in alerts: LiveAlerts) -> [AlertID] {
    guard let number = numbers[app] else { return [] }
    return Set(accounts[number].shelves.flatMap(\.keys.unordered))
      .filter { alerts[$0]?.isStored == true && alerts[$0]?.alert.appName == app }
      .sorted()
  }

  /// The keys of everything that is stored.
  func stored(in alerts: LiveAlerts) -> [AlertID] {
    Set(all.shelves.flatMap(\.keys.unordered)).filter { alerts[$0]?.isStored == true }.sorted()
  }
}

extension Ledger.Account {
  fileprivate mutating func store(_ entry: Ledger.Entry, isCurrent: (AlertID) -> Bool) {
    count += 1
    shelves[Int(entry.priority.rawValue)].store(entry, isCurrent)
  }

  fileprivate mutating func unstore(_ entry: Ledger.Entry) {
    count -= 1
    shelves[Int(entry.priority.rawValue)].text -= entry.text
  }
}

extension Ledger.Shelf {
  fileprivate mutating func store(_ entry: Ledger.Entry, _ isCurrent: (AlertID) -> Bool) {
    if keys.isPruningDue { keys.prune(to: keys.unordered.filter(isCurrent)) }
    keys.insert(entry.key)
    text += entry.text
  }

  fileprivate mutating func oldest(
    sparing spared: Set<AlertID>, _ isCurrent: (AlertID) -> Bool
  ) -> AlertID? {
    var passed: [AlertID] = []
    defer { for key in passed { keys.insert(key) } }
    while let key = keys.first {
      if isCurrent(key), !spared.contains(key) { return key }
      keys.removeFirst()
      if isCurrent(key), passed.last != key { passed.append(key) }
    }
    return nil
  }
}
