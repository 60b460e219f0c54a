import Glibc

/// How much a test tries: little where many tests run, more where there is time for it.
enum Effort {
  /// A number of the environment's.
  static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }
}
