import Peal

// The one table of what real servers do differently: those of Debian 12, found by running them and by
// reading their sources. A trait that is not in a server's row is as the specification has it.
extension ServerTraits {
  /// What is known of a server, by what it says of itself.
  package static func known(of server: ServerInformation) -> ServerTraits {
    var traits = ServerTraits()
    table.first { $0.describes(server) }?.differs(&traits)
    return traits
  }

  private struct Row: Sendable {
    let name: String
    /// Only where two products share a name.
    var vendor: String?
    let differs: @Sendable (inout ServerTraits) -> Void

    func describes(_ server: ServerInformation) -> Bool {
      let isNamed = server.name.lowercased() == name.lowercased()
      return isNamed && (vendor == nil || vendor?.lowercased() == server.vendor.lowercased())
    }
  }

  private static let table = [
    // Actions are in a menu; a popup stays up after one. Its do-not-disturb is a property of its own.
    Row(name: "dunst") { traits in
      traits.drawsButtons = .known(false)
      traits.closesAfterAction = .known(false)
      traits.equalText = .known(.merged)
      traits.inhibition = .known(
        InhibitionProperty(interface: "org.dunstproject.cmd0", name: "paused"))
    },
    // A click invokes `default` and closes; other actions come by `makoctl invoke`, which does not. A
    // popup that is replaced both by its id and by its tag is freed twice, and the server is gone
    // (emersion/mako issue 653).
    Row(name: "mako") { traits in
      traits.drawsButtons = .known(false)
      traits.takesTagOnReplacing = .known(false)
    },
    // What is to stay for ever leaves after ten seconds all the same, unless it is critical.
    Row(name: "SwayNotificationCenter") { traits in
      traits.obeysExpiry = .known(.exceptCritical)
      traits.reportsExpiry = .known(false)
      traits.keepsOnlyCritical = .known(true)
    },
    Row(name: "Xfce Notify Daemon") { traits in
      traits.obeysExpiry = .known(.exceptCritical)
    },
    // notification-daemon and mate's fork of it give the same name. It tells of a close by a call and
    // leaves the popup up, with the next one behind it; only the time of a popup, or a click, takes it
    // down.
    Row(name: "Notification Daemon", vendor: "GNOME") { traits in
      traits.closesByCall = .known(false)
      traits.obeysExpiry = .known(.never)
      traits.reportsExpiry = .known(false)
    },
    // A click on the cross is told as reason 1, an expiry too.
    Row(name: "Notification Daemon", vendor: "MATE") { traits in
      traits.tellsClosingFromExpiry = .known(false)
    },
    Row(name: "lxqt-notificationd") { traits in
      traits.closesAfterAction = .known(false)
      traits.equalText = .known(.dropped)
    },
    Row(name: "Plasma") { traits in
      traits.equalText = .known(.refused)
    },
    // On expiry a banner moves to the tray without a word.
    Row(name: "gnome-shell") { traits in
      traits.obeysExpiry = .known(.never)
      traits.reportsExpiry = .known(false)
      traits.keepsOnlyCritical = .known(true)
    },
  ]
}
