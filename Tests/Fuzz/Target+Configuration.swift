import Peal

@testable import PealDaemon

extension Target {
  /// The configuration: any file is read or refused, and any rule can be applied.
  static let configuration = Target(seeds: seeds) { bytes in
    guard let configuration = try? Configuration(bytes, file: "peal.conf") else { return }
    var alert = Alert("summary", appName: "backup")
    for rule in configuration.rules { rule.apply(to: &alert) }
  }

  private static let seeds = [
    "[queue]\ndisplay = slots 2\norder = arrival\ngap = 350ms\naging = off\nmax-text = 64MiB\n",
    "[presenter]\nreply-timeout = 5s ; a comment\nslot-timeout = auto\n",
    "[journal]\nenabled = no\ndurability = power\nhistory = 10\n",
    "[rule one]\napp = backup*\nset-priority = low\n[rule two]\nsummary = *?\nset-cover = hide\n",
  ].map { Array($0.utf8) }
}
