import DBus
import Dispatch
import Peal

// Pictures as data. A file may lie on a disk that does not answer: it is read on another thread, and
// when that takes too long the server gets the path instead.
extension DesktopPresenter {
  /// How long a picture may take.
  static let picturePatience = Duration.seconds(2)

  /// Makes a call to the server, as soon as its picture has been read if it is to be sent as data.
  func send(
    _ call: NotifyCall, with handle: Popup.Handle, _ send: @escaping @Sendable (NotifyCall) -> Void
  ) {
    guard let server = link.server, let file = call.pictureFile(for: server, pictures) else {
      return send(call)
    }
    unread[handle] = loop.schedule(after: Self.picturePatience) { [weak self] in
      self?.assumeIsolated { $0.take(nil, for: handle, call, server, send) }
    }
    let loop = loop
    DispatchQueue.global().async { [weak self] in
      let picture = PictureLibrary.shared?.read(file)
      loop.perform { [weak self] in
        self?.assumeIsolated { $0.take(picture, for: handle, call, server, send) }
      }
    }
  }

  private func take(
    _ picture: PictureData?, for handle: Popup.Handle, _ call: NotifyCall, _ server: Server,
    _ send: @Sendable (NotifyCall) -> Void
  ) {
    guard let patience = unread.removeValue(forKey: handle) else { return }
    patience.cancel()
    send(picture.map { call.carrying($0, for: server) } ?? call)
  }
}
