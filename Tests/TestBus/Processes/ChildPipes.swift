import Glibc
import Synchronization

/// A program's pipes, served by a thread of their own.
final class ChildPipes: Sendable {
  /// The program's ends.
  struct Theirs: Sendable {
    /// Nil: descriptor 0 is to be closed.
    let input: Descriptor?
    let output: Descriptor
    let errors: Descriptor
  }

  private struct Input {
    var descriptor: Descriptor?
    var unwritten: [UInt8] = []
    var isComplete: Bool
  }

  let output: Capture
  let errors: Capture
  private let outputReader: CaptureReader
  private let errorReader: CaptureReader
  private let input: Mutex<Input>
  private let isAbandoned = Atomic(false)
  private let wake: (read: Descriptor, write: Descriptor)

  private init(
    output: CaptureReader, errors: CaptureReader, input: consuming sending Input
  ) throws(SystemError) {
    outputReader = output
    errorReader = errors
    self.output = output.capture
    self.errors = errors.capture
    self.input = Mutex(input)
    wake = try Descriptor.pipe()
    wake.read.setNonBlocking()
  }

  /// Makes the pipes; nothing is read or written before ``serve()``.
  static func make(_ kind: ChildProcess.Input) throws(SystemError) -> (ChildPipes, Theirs) {
    let output = try Descriptor.pipe()
    let errors = try Descriptor.pipe()
    var input = Input(isComplete: true)
    var theirInput: Descriptor?
    switch kind {
    case .closed: break
    case .nothing: theirInput = try Descriptor.null()
    case .text, .open:
      let pipe = try Descriptor.pipe()
      pipe.write.setNonBlocking()
      theirInput = pipe.read
      input.descriptor = pipe.write
      if case .text(let text) = kind {
        input.unwritten = Array(text.utf8)
      } else {
        input.isComplete = false
      }
    }
    let pipes = try ChildPipes(
      output: CaptureReader(output.read, Capture(of: "standard output")),
      errors: CaptureReader(errors.read, Capture(of: "standard error")), input: input)
    return (pipes, Theirs(input: theirInput, output: output.write, errors: errors.write))
  }

  /// Starts the thread; it ends when all pipes are closed, or by ``abandon()``.
  func serve() {
    startThread { [self] in
      while !isAbandoned.load(ordering: .acquiring), serveOnce() {}
    }
  }

  /// Ends the thread.
  func abandon() {
    isAbandoned.store(true, ordering: .releasing)
    wakeUp()
  }

  /// Captures what is in the pipes now.
  func drain() {
    outputReader.readAll()
    errorReader.readAll()
  }

  func write(_ text: String) {
    input.withLock { $0.unwritten += Array(text.utf8) }
    wakeUp()
  }

  func closeInput() {
    input.withLock { $0.isComplete = true }
    wakeUp()
  }

  private func wakeUp() {
    var byte: UInt8 = 0
    _ = Glibc.write(wake.write.number, &byte, 1)
  }

  /// Waits for one event and handles it; false when there is nothing more to be done.
  private func serveOnce() -> Bool {
    var waits = [outputReader, errorReader].compactMap { reader in
      reader.descriptor.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    }
    let inputEnd = writeInput()
    if let inputEnd, input.withLock({ !$0.unwritten.isEmpty }) {
      waits.append(pollfd(fd: inputEnd.number, events: Int16(POLLOUT), revents: 0))
    }
    guard !waits.isEmpty || inputEnd != nil else { return false }
    waits.append(pollfd(fd: wake.read.number, events: Int16(POLLIN), revents: 0))
    poll(&waits, nfds_t(waits.count), -1)
    _ = wake.read.readChunk()
    drain()
    return true
  }

  /// Writes what the pipe takes, and closes it after the last byte or when nobody reads it.
  private func writeInput() -> Descriptor? {
    input.withLock { input in
      guard let descriptor = input.descriptor else { return nil }
      if !input.unwritten.isEmpty {
        let count = Glibc.write(descriptor.number, input.unwritten, input.unwritten.count)
        if count > 0 { input.unwritten.removeFirst(count) }
        if count < 0 && errno == EPIPE { input.descriptor = nil }
      }
      if input.unwritten.isEmpty && input.isComplete { input.descriptor = nil }
      return input.descriptor
    }
  }
}

/// Moves what comes out of a pipe into a capture.
final class CaptureReader: Sendable {
  let capture: Capture
  private let open: Mutex<Descriptor?>

  init(_ descriptor: Descriptor, _ capture: Capture) {
    descriptor.setNonBlocking()
    open = Mutex(descriptor)
    self.capture = capture
  }

  /// The pipe's end, until it has ended.
  var descriptor: Descriptor? { open.withLock { $0 } }

  /// Captures what is there now.
  func readAll() {
    open.withLock { descriptor in
      while let pipe = descriptor {
        switch pipe.readChunk() {
        case .bytes(let bytes): capture.append(bytes)
        case .nothingYet: return
        case .end:
          descriptor = nil
          capture.finish()
        }
      }
    }
  }
}
