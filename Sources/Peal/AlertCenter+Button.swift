extension AlertCenter {
  /// A button of an alert together with what pressing it does.
  ///
  /// ```swift
  /// try center.post(
  ///   Alert("Update ready", body: "It takes a minute."),
  ///   buttons: [
  ///     .default("Restart") { restart() },
  ///     .cancel("Later"),
  ///     .destructive("Skip this version") { skip() },
  ///   ])
  /// ```
  ///
  /// It becomes an ``Action`` of the alert when the alert is posted. Posting throws when something is
  /// wrong with it, as when it has no label.
  public struct Button: Sendable {
    let label: String
    let key: String?
    let style: Action.Style
    let handler: (@Sendable () -> Void)?

    /// Makes a button.
    ///
    /// - Parameters:
    ///   - label: what it says.
    ///   - key: what the outcome names it by; nil is its index among the alert's actions.
    ///   - style: what pressing it means.
    ///   - handler: what pressing it does. It runs before the handler of the alert's end, and each
    ///     time that the button of a resident alert is pressed.
    public init(
      _ label: String, key: String? = nil, style: Action.Style = .default,
      handler: (@Sendable () -> Void)? = nil
    ) {
      self.label = label
      self.key = key
      self.style = style
      self.handler = handler
    }

    /// An ordinary choice.
    public static func `default`(
      _ label: String, key: String? = nil, handler: (@Sendable () -> Void)? = nil
    ) -> Button {
      Button(label, key: key, style: .default, handler: handler)
    }

    /// A refusal.
    public static func cancel(
      _ label: String, key: String? = nil, handler: (@Sendable () -> Void)? = nil
    ) -> Button {
      Button(label, key: key, style: .cancel, handler: handler)
    }

    /// A choice that cannot be taken back.
    public static func destructive(
      _ label: String, key: String? = nil, handler: (@Sendable () -> Void)? = nil
    ) -> Button {
      Button(label, key: key, style: .destructive, handler: handler)
    }
  }

  /// The alert with its buttons as further actions, and who is told when one is pressed.
  func equip(
    _ alert: Alert, with buttons: [Button]
  ) throws(AlertError) -> (alert: Alert, watch: Watch) {
    var alert = alert
    var watch = Watch()
    for button in buttons {
      let key = button.key ?? String(alert.actions.count)
      alert.actions.append(try Action(key, button.label, style: button.style))
      watch.buttons[key] = button.handler
    }
    return (alert, watch)
  }
}
