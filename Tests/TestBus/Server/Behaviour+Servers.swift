import DBus

/// What real servers do, as far as it can be told from outside: one value for each.
extension Behaviour {
  /// dunst 1.9.
  package static let dunst = Behaviour("dunst", "knopwob", "1.9.0") {
    $0.capabilities = [
      "actions", "body", "body-hyperlinks", "body-markup", "icon-static", "x-dunst-stack-tag",
    ]
    $0.audience = .caller
    $0.afterAction = .nothing
    $0.unknownReplacesID = .adopted
    $0.equalText = .merged
    $0.stacksByTag = true
    $0.defaultExpiry = .seconds(10)
  }

  /// mako 1.7; buttons only through `makoctl`.
  package static let mako = Behaviour("mako", "emersion", "1.7.1") {
    $0.capabilities = [
      "body", "body-markup", "actions", "icon-static", "x-canonical-private-synchronous",
      "x-dunst-stack-tag",
    ]
    $0.afterAction = .nothing
    $0.isStrict = true
    $0.diesOfTags = true
  }

  /// SwayNotificationCenter 0.7.
  package static let swaync = Behaviour("SwayNotificationCenter", "ErikReider", "0.7.3") {
    $0.capabilities = [
      "actions", "body", "body-markup", "body-images", "persistence", "synchronous",
      "private-synchronous", "x-canonical-private-synchronous",
    ]
    $0.expiry = .ignoredForCritical
    $0.reports = .allButExpiry
    $0.hasTray = true
    $0.unknownClose = .reported(reason: 3)
    $0.defaultExpiry = .seconds(10)
  }

  /// xfce4-notifyd 0.7.
  package static let xfce = Behaviour("Xfce Notify Daemon", "Xfce", "0.7.3") {
    $0.capabilities = ["actions", "body", "body-hyperlinks", "body-markup", "icon-static"]
    $0.expiry = .ignoredForCritical
    $0.unknownReplacesID = .adopted
    $0.defaultExpiry = .seconds(10)
  }

  /// notification-daemon 3.20.
  package static let notificationDaemon = Behaviour("Notification Daemon", "GNOME", "3.20.0") {
    $0.capabilities = [
      "actions", "action-icons", "body", "body-hyperlinks", "body-markup", "icon-static", "sound",
    ]
    $0.outlivesClose = true
    $0.reports = .allButExpiry
    $0.unknownClose = .error("org.freedesktop.Notifications.InvalidId")
    $0.limit = 20
    $0.defaultExpiry = .seconds(7)
  }

  /// mate-notification-daemon 1.26; a popup that the person closes is reported as expired.
  package static let mate = Behaviour("Notification Daemon", "MATE", "1.26.0") {
    $0.capabilities = [
      "actions", "action-icons", "body", "body-hyperlinks", "body-markup", "icon-static", "sound",
    ]
    $0.limit = 20
    $0.closeReason = 1
    $0.defaultExpiry = .seconds(7)
  }

  /// lxqt-notificationd 1.2.
  package static let lxqt = Behaviour("lxqt-notificationd", "lxqt.org", "1.2.0") {
    $0.capabilities = [
      "actions", "body", "body-hyperlinks", "body-images", "body-markup", "icon-static",
      "persistence",
    ]
    $0.afterAction = .nothing
    $0.unknownReplacesID = .adopted
    $0.equalText = .dropped
    $0.defaultExpiry = .seconds(10)
  }

  /// Plasma 5.27.
  package static let plasma = Behaviour("Plasma", "KDE", "5.27.5") {
    $0.capabilities = [
      "body", "body-hyperlinks", "body-markup", "body-images", "icon-static", "actions",
      "persistence", "inline-reply", "x-kde-urls", "x-kde-origin-name", "x-kde-display-appname",
      "inhibitions",
    ]
    $0.afterAction = .closes(reason: 3)
    $0.unknownReplacesID = .adopted
    $0.equalText = .refused
    $0.limit = 1000
    $0.defaultExpiry = .seconds(5)
    $0.isInhibited = false
  }

  /// GNOME Shell 43.
  package static let gnome = Behaviour("gnome-shell", "GNOME", "43.9") {
    $0.capabilities = ["actions", "body", "body-markup", "icon-static", "persistence", "sound"]
    $0.audience = .callerAndEverybody
    $0.expiry = .ignored
    $0.reports = .allButExpiry
    $0.hasTray = true
    $0.dropsOrphans = true
    $0.defaultExpiry = .seconds(4)
  }

  /// All of the above, for tables.
  package static let realServers = [
    dunst, mako, swaync, xfce, notificationDaemon, mate, lxqt, plasma, gnome,
  ]

  private init(
    _ name: String, _ vendor: String, _ version: String, _ change: (inout Behaviour) -> Void
  ) {
    self.init()
    self.name = name
    self.vendor = vendor
    self.version = version
    change(&self)
  }
}
