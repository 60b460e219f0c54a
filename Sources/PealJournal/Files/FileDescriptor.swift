internal import Glibc

/// An open file of ours, closed with the value.
struct FileDescriptor: ~Copyable {
  let number: Int32

  /// Opens a file that only its owner may read, making it if it is missing.
  ///
  /// - Returns: nil when the system refuses; `errno` says why.
  init?(openingOrMaking path: String) {
    number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard number >= 0 else { return nil }
  }

  deinit {
    if number >= 0 { close(number) }
  }
}

/// The system's words for the failure of the last call.
var lastSystemError: String { systemWords(errno) }

/// The system's words for an error number.
func systemWords(_ number: Int32) -> String {
  strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
