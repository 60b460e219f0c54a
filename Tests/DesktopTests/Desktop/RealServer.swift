import Testing

/// A notification server as Debian packages it.
enum RealServer: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case dunst
  case xfce = "xfce4-notifyd"
  case notificationDaemon = "notification-daemon"
  case mate = "mate-notification-daemon"
  case lxqt = "lxqt-notificationd"
  case mako

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
    }
  }

  var arguments: [String] {
    switch self {
    case .dunst: ["-conf", Repository.file("Config/screen/dunstrc")]
    case .mako: ["-c", Repository.file("Config/screen/mako.conf")]
    case .xfce, .notificationDaemon, .mate, .lxqt: []
    }
  }

  /// How a person closes one of its popups without an answer.
  enum Closing: Sendable {
    /// A click of that mouse button anywhere on it.
    case click(button: Int)
    /// A click on the cross in its upper right corner.
    case cross
  }

  var closing: Closing {
    switch self {
    case .dunst, .mako: .click(button: 3)
    case .xfce: .click(button: 1)
    case .notificationDaemon, .mate, .lxqt: .cross
    }
  }

  /// Whether its popups have buttons; else a click on the popup opens a menu of its actions.
  var drawsButtons: Bool { self != .dunst && self != .mako }

  /// Whether it shows popups through a Wayland compositor only.
  var needsWayland: Bool { self == .mako }
}
