import Glibc
import Testing

/// A notification server as Debian packages it.
enum RealServer: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case dunst
  case xfce = "xfce4-notifyd"
  case notificationDaemon = "notification-daemon"
  case mate = "mate-notification-daemon"
  case lxqt = "lxqt-notificationd"
  case mako
  // Whole desktops, which take long to install and to start.
  case swaync
  case plasma
  case gnome = "gnome-shell"

  /// Those that are tried in this run: the ones that `PEAL_SERVERS` names, else those that are quick to
  /// install and to start.
  static let present: [RealServer] = {
    guard let names = getenv("PEAL_SERVERS") else {
      return [.dunst, .xfce, .notificationDaemon, .mate, .lxqt, .mako]
    }
    return String(cString: names).split(separator: " ").compactMap {
      RealServer(rawValue: String($0))
    }
  }()

  var testDescription: String { rawValue }

  /// The program's file; those that desktops start by activation are not on `PATH`.
  var program: String {
    switch self {
    case .dunst: "dunst"
    case .xfce: "/usr/lib/x86_64-linux-gnu/xfce4/notifyd/xfce4-notifyd"
    case .notificationDaemon: "/usr/lib/notification-daemon/notification-daemon"
    case .mate: "/usr/lib/mate-notification-daemon/mate-notification-daemon"
    case .lxqt: "lxqt-notificationd"
    case .mako: "mako"
    case .swaync: "swaync"
    case .plasma: "plasmawindowed"
    case .gnome: "gjs"
    }
  }

  var arguments: [String] {
    switch self {
    case .dunst: ["-conf", Repository.file("Config/screen/dunstrc")]
    case .mako: ["-c", Repository.file("Config/screen/mako.conf")]
    case .plasma: ["org.kde.plasma.notifications"]
    case .gnome: ["/usr/share/gnome-shell/org.gnome.Shell.Notifications"]
    case .xfce, .notificationDaemon, .mate, .lxqt, .swaync: []
    }
  }

  /// What it needs in its environment, besides what every program on the desktop has.
  var environment: [String: String] {
    switch self {
    case .plasma:
      ["QT_QPA_PLATFORM": "xcb", "QT_QUICK_BACKEND": "software", "XDG_CURRENT_DESKTOP": "KDE"]
    case .swaync: ["GDK_BACKEND": "wayland"]
    case .dunst, .xfce, .notificationDaemon, .mate, .lxqt, .mako, .gnome: [:]
    }
  }

  /// How a person closes one of its popups without an answer.
  enum Closing: Sendable {
    /// A click of that mouse button anywhere on it.
    case click(button: Int)
    /// A click on the cross in its upper right corner.
    case cross
    /// A click so many dots from its upper right corner.
    case corner(inset: Int)
    /// The shell's own script.
    case script(String)
  }

  var closing: Closing {
    switch self {
    case .dunst, .mako, .swaync: .click(button: 3)
    case .xfce: .click(button: 1)
    case .notificationDaemon, .mate, .lxqt: .cross
    case .plasma: .corner(inset: 15)
    case .gnome: .script("Main.messageTray._banner.close()")
    }
  }

  /// Whether its popups have buttons; else a click on the popup opens a menu of its actions.
  var drawsButtons: Bool { self != .dunst && self != .mako }

  /// Whether it shows popups through a Wayland compositor only.
  var needsWayland: Bool { self == .mako || self == .swaync }

  /// The part of the screen that its popups come up in, where the desktop has more on the screen.
  var part: String? { self == .gnome ? "500x150+390+34" : nil }
}
