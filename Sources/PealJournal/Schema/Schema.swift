/// The tables of a journal, and how older ones are brought up to date.
///
/// The version is SQLite's `user_version`. A step is never changed once released: the next version
/// gets a step of its own, and what the steps together make is compared with what the file holds.
enum Schema {
  /// `Peal` in ASCII: SQLite's `application_id` of our files.
  static let applicationID: Int64 = 0x5065_616c

  /// The steps; the nth leads to version n.
  static let steps = [firstVersion, leftOut]

  /// The version that this program writes.
  static var version: Int { steps.count }

  /// Times are milliseconds since 1970, durations nanoseconds, flags 0 and 1. The reason for each
  /// table is the life of what it holds: `alert` says what was posted and how it ended, `live` where
  /// those that have not ended stand, and is the only one that is written at every move; `orphan` names popups whose alerts have just
  /// ended. What merged submissions say together is a row of `alert` beyond all ids.
  private static let firstVersion = """
    CREATE TABLE alert (
      id INTEGER PRIMARY KEY,
      app TEXT NOT NULL, tag TEXT, priority INTEGER NOT NULL, urgency INTEGER,
      duplicates TEXT NOT NULL, arrival TEXT, cover TEXT NOT NULL, interruptible TEXT NOT NULL,
      expiry INTEGER, ttl INTEGER, delay INTEGER, timeout INTEGER,
      progress INTEGER, reply TEXT, icon TEXT, app_icon TEXT, image TEXT, category TEXT,
      markup INTEGER NOT NULL, transient INTEGER NOT NULL, resident INTEGER NOT NULL,
      posted INTEGER NOT NULL, token TEXT, pid INTEGER, executable TEXT,
      ending INTEGER, outcome TEXT, action_key TEXT, reply_text TEXT, ended INTEGER,
      waited INTEGER, shown INTEGER, attempts INTEGER, count INTEGER, server TEXT,
      summary TEXT NOT NULL, body TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX alert_token ON alert (token) WHERE token IS NOT NULL;
    CREATE UNIQUE INDEX alert_ending ON alert (ending) WHERE ending IS NOT NULL;
    CREATE TABLE action (
      alert INTEGER NOT NULL REFERENCES alert ON DELETE CASCADE,
      position INTEGER NOT NULL, key TEXT NOT NULL, label TEXT NOT NULL, style TEXT NOT NULL,
      PRIMARY KEY (alert, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE hint (
      alert INTEGER NOT NULL REFERENCES alert ON DELETE CASCADE,
      name TEXT NOT NULL, type TEXT NOT NULL, number INTEGER, text TEXT,
      PRIMARY KEY (alert, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE note (
      alert INTEGER NOT NULL REFERENCES alert ON DELETE CASCADE,
      name TEXT NOT NULL, text TEXT NOT NULL,
      PRIMARY KEY (alert, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE live (
      id INTEGER PRIMARY KEY REFERENCES alert ON DELETE CASCADE,
      leader INTEGER NOT NULL, merged INTEGER NOT NULL,
      owner TEXT, awaited INTEGER NOT NULL, times_out INTEGER,
      position TEXT NOT NULL, place INTEGER NOT NULL, next INTEGER NOT NULL,
      popup_of INTEGER, popup_attempt INTEGER, popup_number INTEGER, incarnation TEXT,
      manual INTEGER NOT NULL, delayed INTEGER, snoozed INTEGER, count INTEGER NOT NULL,
      levels INTEGER NOT NULL, progress INTEGER NOT NULL, waiting_since INTEGER, lapses INTEGER,
      attempts INTEGER NOT NULL, serial INTEGER NOT NULL, first_shown INTEGER,
      shown INTEGER NOT NULL, used INTEGER NOT NULL, on_screen_since INTEGER
    ) STRICT;
    CREATE TABLE orphan (
      popup_of INTEGER NOT NULL, popup_attempt INTEGER NOT NULL, popup_number INTEGER NOT NULL,
      incarnation TEXT NOT NULL, ended INTEGER NOT NULL,
      PRIMARY KEY (popup_of, popup_attempt)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pause (
      name TEXT PRIMARY KEY, exception TEXT NOT NULL, until INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    """

  /// What an alert said was left out before it (SEMANTICS R13).
  private static let leftOut = """
    ALTER TABLE alert ADD COLUMN left_out INTEGER;
    ALTER TABLE live ADD COLUMN left_out INTEGER NOT NULL DEFAULT 0;
    """
}
