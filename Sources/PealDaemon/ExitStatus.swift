/// How `peald` ends (sysexits.h).
enum ExitStatus: Int32, Error {
  /// Done: it was told to stop, had nothing to do, or another daemon serves already.
  case done = 0
  /// The command line is wrong.
  case usage = 64
  /// No bus, or none any more; or the daemon to be replaced does not leave.
  case unavailable = 69
  /// Our fault, or the system's.
  case internalError = 70
}
