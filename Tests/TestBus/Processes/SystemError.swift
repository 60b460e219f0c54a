import Glibc

/// A system call that failed.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// What was tried.
  package let what: String
  /// The number in `errno`.
  package let code: Int32

  /// Takes the number from `errno`, or as given by a call that returns it.
  package init(_ what: String, code: Int32 = errno) {
    self.what = what
    self.code = code
  }

  package var description: String { "\(what): \(String(cString: strerror(code)))" }
}
