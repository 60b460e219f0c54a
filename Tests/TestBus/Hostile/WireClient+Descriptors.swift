import Glibc

extension WireClient {
  /// Writes bytes with open descriptors beside them (SCM_RIGHTS).
  package func send(_ bytes: [UInt8], descriptors: [Int32]) {
    let header = MemoryLayout<cmsghdr>.size
    let length = header + 4 * descriptors.count
    var control = [UInt8](repeating: 0, count: (length + 7) / 8 * 8)
    control.withUnsafeMutableBytes { control in
      var head = cmsghdr()
      head.cmsg_len = length
      head.cmsg_level = SOL_SOCKET
      head.cmsg_type = Int32(SCM_RIGHTS)
      control.storeBytes(of: head, as: cmsghdr.self)
      for (index, descriptor) in descriptors.enumerated() {
        control.storeBytes(of: descriptor, toByteOffset: header + 4 * index, as: Int32.self)
      }
    }
    var bytes = bytes
    bytes.withUnsafeMutableBytes { bytes in
      control.withUnsafeMutableBytes { control in
        var vector = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
        withUnsafeMutablePointer(to: &vector) { vector in
          var message = msghdr()
          message.msg_iov = vector
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          sendmsg(socket.number, &message, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }
}
