import Glibc

extension PrivateBus {
  /// Kills every process whose environment or command line names this bus: daemons that a program
  /// under test left behind, and services that the bus started.
  ///
  /// The address is this bus's alone, so nothing else is hit.
  package func endClients() {
    for client in clients { Glibc.kill(client, SIGKILL) }
  }

  /// The processes, but this one and the bus's daemon, whose environment or command line names
  /// this bus.
  package var clients: [Int32] {
    let mark = Array(folder.file("bus").utf8)
    let daemon = pid
    return folderEntries("/proc").compactMap { pid_t($0) }.filter { process in
      guard process != getpid() && process != daemon else { return false }
      return ["environ", "cmdline"].contains { file in
        readFile("/proc/\(process)/\(file)").contains(mark)
      }
    }
  }
}

/// A file's bytes; none if it cannot be read.
private func readFile(_ path: String) -> [UInt8] {
  let number = open(path, O_RDONLY | O_CLOEXEC)
  guard number >= 0 else { return [] }
  let descriptor = Descriptor(owning: number)
  var bytes: [UInt8] = []
  while case .bytes(let more) = descriptor.readChunk() { bytes += more }
  return bytes
}
