/// What accepted alerts outlive.
package enum Durability: String, Sendable, Hashable, CaseIterable {
  /// The death of the process, as by `kill -9`. A power failure may take back the last moments.
  case process
  /// Power failures as well: every transaction waits for the disk.
  case power
}
