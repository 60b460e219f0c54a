import Glibc
import Peal

// How GLib reads the values of options.
extension NotifySendOption {
  static func urgency(_ text: String) throws(NotifySendMistake) -> Alert.Urgency {
    let word = text.lowercased()
    guard let urgency = Alert.Urgency.allCases.first(where: { "\($0)" == word }) else {
      throw NotifySendMistake(
        "Unknown urgency \(text) specified. Known urgency levels: low, normal, critical.")
    }
    return urgency
  }

  /// An integer as C writes it: decimal, hexadecimal after `0x`, octal after `0`.
  static func integer(_ text: String, of written: String) throws(NotifySendMistake) -> Int32 {
    errno = 0
    var end: UnsafeMutablePointer<CChar>?
    let (number, isWhole) = text.withCString { start in
      let number = strtoll(start, &end, 0)
      return (number, end.map { $0 > UnsafeMutablePointer(mutating: start) && $0.pointee == 0 })
    }
    guard isWhole == true else {
      throw NotifySendMistake("Cannot parse integer value “\(text)” for \(written)")
    }
    guard errno == 0, let number = Int32(exactly: number) else {
      throw NotifySendMistake("Integer value “\(text)” for \(written) out of range")
    }
    return number
  }

  /// A file descriptor that can be written to; -1 is none.
  static func descriptor(_ text: String, of written: String) throws(NotifySendMistake) -> Int32? {
    let number = try integer(text, of: written)
    guard number >= 0 else { return nil }
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw NotifySendMistake("File descriptor \(number) of \(written) is not open for writing")
    }
    return number
  }
}
