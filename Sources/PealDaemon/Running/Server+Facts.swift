internal import DBus
internal import Peal
internal import PealDesktop

extension Server {
  /// What `doctor` is told of the notification server.
  var facts: [String: Value] {
    [
      "server-owner": .string(owner.text),
      "server-vendor": .string(information.vendor),
      "server-version": .string(information.version),
      "server-specification": .string(information.specification),
      "server-capabilities": .strings(capabilities.names.sorted()),
      "server-quirks": .strings(quirks),
    ]
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
      return ["it draws no buttons: the choices are named in the body"]
    }
    return []
  }

  private var expiryQuirks: [String] {
    var quirks: [String] = []
    switch traits.obeysExpiry.value {
    case .always: break
    case .exceptCritical:
      quirks.append("it keeps critical popups beyond their time: they are taken down by our clock")
    case .never:
      quirks.append("it keeps popups beyond their time: they are taken down by our clock")
    }
    if !traits.reportsExpiry.value {
      quirks.append("it does not tell that a popup expired: that is known by our clock")
    }
    return quirks
  }

  private var closingQuirks: [String] {
    var quirks: [String] = []
    if !traits.reportsClosing.value {
      quirks.append("it does not tell every closing: alerts give up their turn after a while")
    }
    if !traits.closesAfterAction.value {
      quirks.append("it keeps a popup after a press: we close it")
    }
    if traits.isInhibited.value {
      quirks.append("it holds popups back now (do not disturb)")
    }
    return quirks
  }

  private var textQuirks: [String] {
    var quirks: [String] = []
    if traits.equalText.value != .shown {
      quirks.append("it does not show equal texts twice: they are made to differ")
    }
    if !capabilities.has(.bodyMarkup) {
      quirks.append("it reads no markup: bodies go out as plain text")
    }
    return quirks
  }
}
