package import DBus

/// The options of `Post`, by their names on the wire.
package enum PostOption: String, OptionName {
  case urgency
  case expireTime = "expire-time"
  case appName = "app-name"
  case icon
  case appIcon = "app-icon"
  case image
  case category
  case transient
  case replaceID = "replace-id"
  case actions
  case hints
  case priority
  case tag
  case onDuplicate = "on-duplicate"
  case arrival
  case cover
  case interruptible
  case ttl
  case delay
  case timeout
  case markup
  case progress
  case reply
  case requireServer = "require-server"
  case waiting
  case detach
  case token

  package var type: Signature {
    switch self {
    case .urgency: "y"
    case .expireTime, .progress: "i"
    case .replaceID: "u"
    case .actions: "a(sss)"
    case .hints: "a{sv}"
    case .ttl, .delay, .timeout: "x"
    case .transient, .markup, .requireServer, .waiting, .detach: "b"
    case .appName, .icon, .appIcon, .image, .category, .priority, .tag, .onDuplicate, .arrival,
      .cover, .interruptible, .reply, .token:
      "s"
    }
  }
}
