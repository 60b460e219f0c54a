internal import CDBus

/// libdbus' error, read right after the call and freed at the end of its scope.
struct DBusFailure: ~Copyable {
  private var error = CDBus.DBusError()

  init() {
    dbus_error_init(&error)
  }

  /// Makes a call that reports into this error.
  mutating func catching<Result>(
    _ call: (UnsafeMutablePointer<CDBus.DBusError>) -> Result
  ) -> Result {
    call(&error)
  }

  /// What libdbus says went wrong.
  var text: String {
    error.message.map { String(cString: $0) } ?? "unknown error"
  }

  deinit {
    var error = error
    dbus_error_free(&error)
  }
}
