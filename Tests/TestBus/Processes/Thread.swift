import Glibc

private final class Body {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Runs a closure that may block on a thread of its own, so that no test that runs beside it waits.
package func onOwnThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    startThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}

/// Runs a closure on a new detached thread, with SIGPIPE blocked.
func startThread(_ run: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let body = Unmanaged.passRetained(Body(run)).toOpaque()
  let error = pthread_create(
    &thread, nil,
    { argument in
      var broken = sigset_t()
      sigemptyset(&broken)
      sigaddset(&broken, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &broken, nil)
      if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
      return nil
    }, body)
  precondition(error == 0, "no more threads")
  pthread_detach(thread)
}
