package import DBus
import Glibc

/// Something that listens where a bus would, and does to its clients what a script says.
package final class FakeBus: Sendable {
  package let address: BusAddress
  private let folder: TemporaryFolder
  private let listener: Descriptor

  private init(_ folder: TemporaryFolder, _ listener: Descriptor) {
    self.folder = folder
    self.listener = listener
    address = BusAddress(socket: folder.file("bus"))
  }

  deinit { shutdown(listener.number, Int32(SHUT_RDWR)) }

  /// Listens, and runs the script for each client in turn, on a thread of its own.
  ///
  /// - Parameter script: gets the client and its number from 0; the connection ends when it returns.
  package static func start(
    _ script: @escaping @Sendable (WireClient, Int) -> Void
  ) throws -> FakeBus {
    let folder = try TemporaryFolder()
    let listener = Descriptor(owning: try newSocket())
    let bound = withSocketAddress(folder.file("bus")) { bind(listener.number, $0, $1) }
    guard bound == 0, listen(listener.number, 64) == 0 else { throw SystemError("bind") }
    let bus = FakeBus(folder, listener)
    startThread {
      var number = 0
      while case let client = accept(listener.number, nil, nil), client >= 0 {
        script(WireClient(Descriptor(owning: client)), number)
        number += 1
      }
    }
    return bus
  }
}

func newSocket() throws(SystemError) -> Int32 {
  let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  let number = socket(AF_UNIX, type, 0)
  guard number >= 0 else { throw SystemError("socket") }
  return number
}

func withSocketAddress(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
  return withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
