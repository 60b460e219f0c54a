/// The process that posted an alert, as the bus and the kernel name it.
package struct Poster: Sendable, Hashable {
  /// Its process id.
  package var pid: UInt32
  /// The program's file; empty when the kernel does not say.
  package var executable: String

  /// Names a process.
  package init(pid: UInt32, executable: String) {
    self.pid = pid
    self.executable = executable
  }
}
