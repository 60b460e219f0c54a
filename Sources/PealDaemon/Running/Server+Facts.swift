internal import DBus
internal import Peal
internal import PealControl
internal import PealDesktop

extension Server {
  /// What `doctor` is told of the notification server.
  var facts: [String: Value] {
    var facts: [String: Value] = [
      "server-owner": .string(owner.text),
      "server-vendor": .string(information.vendor),
      "server-version": .string(information.version),
      "server-specification": .string(information.specification),
      "server-capabilities": .strings(capabilities.names.sorted()),
      "server-quirks": .strings(quirks),
      "server-inhibited": .boolean(traits.isInhibited.value),
    ]
    facts["server-pid"] = processID.map(Value.uint32)
    facts["server-program"] = processID.flatMap { Poster.executable(of: $0) }.map(Value.string)
    return facts
  }

  /// Where it does not do what the specification lets one expect, and what is done about that.
  private var quirks: [String] {
    buttonQuirks + expiryQuirks + closingQuirks + textQuirks
  }

  private var buttonQuirks: [String] {
    if !capabilities.has(.actions) {
      return ["it takes no actions: the choices are named in the body, and peal answer chooses"]
    }
    if !traits.drawsButtons.value {
      return [
        tell("it draws no buttons: the choices are named in the body", traits.drawsButtons.origin)
      ]
    }
    return []
  }

  private var expiryQuirks: [String] {
    var quirks: [String] = []
    switch traits.obeysExpiry.value {
    case .always: break
    case .exceptCritical:
      quirks.append(
        tell(
          "it keeps critical popups beyond their time: they are taken down by our clock",
          traits.obeysExpiry.origin))
    case .never:
      quirks.append(
        tell(
          "it keeps popups beyond their time: they are taken down by our clock",
          traits.obeysExpiry.origin))
    }
    if !traits.reportsExpiry.value {
      quirks.append(
        tell(
          "it does not tell that a popup expired: that is known by our clock",
          traits.reportsExpiry.origin))
    }
    return quirks
  }

  private var closingQuirks: [String] {
    var quirks: [String] = []
    if !traits.reportsClosing.value {
      quirks.append(
        tell(
          "it does not tell every closing: alerts give up their turn after a while",
          traits.reportsClosing.origin))
    }
    if !traits.closesByCall.value {
      quirks.append(
        tell(
          "it leaves popups up that are closed by a call: their time is made to run out",
          traits.closesByCall.origin))
    }
    if !traits.closesAfterAction.value {
      quirks.append(
        tell("it keeps a popup after a press: we close it", traits.closesAfterAction.origin))
    }
    if traits.isInhibited.value {
      quirks.append(
        tell("it holds popups back now: do not disturb", traits.isInhibited.origin))
    }
    return quirks
  }

  private var textQuirks: [String] {
    var quirks: [String] = []
    if !traits.takesTagOnReplacing.value {
      quirks.append(
        tell(
          "it crashes when a popup is replaced by its id and its tag at once: only the id is named",
          traits.takesTagOnReplacing.origin))
    }
    if traits.keepsOnlyCritical.value {
      quirks.append(
        tell(
          "it keeps only critical popups up: questions go out as critical",
          traits.keepsOnlyCritical.origin))
    }
    if traits.equalText.value != .shown {
      quirks.append(
        tell(
          "it does not show equal texts twice: they are made to differ", traits.equalText.origin))
    }
    if !traits.readsImagePath.value {
      quirks.append(
        tell("it reads no pictures from files: they are sent as data", traits.readsImagePath.origin)
      )
    }
    if !capabilities.has(.bodyMarkup) {
      quirks.append("it reads no markup: bodies go out as plain text")
    }
    return quirks
  }

  /// A quirk, and how it is known.
  private func tell(_ quirk: String, _ origin: ServerTraits.Origin) -> String {
    switch origin {
    case .assumed: quirk
    case .known: "\(quirk) (known of \(information.name))"
    case .told: "\(quirk) (it says so)"
    case .observed: "\(quirk) (observed)"
    }
  }
}
