import Glibc
import TestBus
import Testing

/// The tool that runs programs, tried on programs that every Debian has.
struct ChildProcessTests {
  @Test func outputErrorsAndStatusAreApart() async throws {
    let result = try await ChildProcess.run("sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(result.output == "out\n")
    #expect(result.errors == "err\n")
    #expect(result.status == 3)
  }

  @Test func aSignalIsAnEndOfItsOwn() async throws {
    let sleeper = try await ChildProcess.start("sleep", ["60"])
    #expect(sleeper.exit == nil)
    #expect(sleeper.signal(SIGTERM))
    let result = try await sleeper.result()
    #expect(result.exit == .signal(SIGTERM))
    #expect(!sleeper.signal(SIGTERM))
  }

  @Test func aMegabyteGoesThroughAndComesBackWhole() async throws {
    let text = String(repeating: "0123456789abcde\n", count: 65536)
    let result = try await ChildProcess.run("cat", input: .text(text))
    #expect(result.output == text)
  }

  @Test func linesCanBeReadWhileTheProgramRuns() async throws {
    let cat = try await ChildProcess.start("cat", input: .open)
    cat.write("one\n")
    #expect(try await cat.output.nextLine() == "one")
    cat.write("two\nrest")
    #expect(try await cat.output.nextLine() == "two")
    #expect(cat.exit == nil)
    cat.closeInput()
    #expect(try await cat.output.nextLine() == "rest")
    await #expect(throws: Inbox<String>.Finished.self) { try await cat.output.nextLine() }
    #expect(try await cat.result().status == 0)
  }

  @Test func inputMayBeNothingOrClosed() async throws {
    #expect(try await ChildProcess.run("cat").output == "")
    let closed = try await ChildProcess.run(
      "sh", ["-c", "test -e /proc/self/fd/0"], input: .closed)
    #expect(closed.status == 1)
  }

  @Test func theEnvironmentIsExactlyWhatIsGivenAndNoDescriptorIsInherited() async throws {
    let environment = try await ChildProcess.run("env", environment: ["A": "1"])
    #expect(environment.output == "A=1\n")
    // One that would be inherited; what other tests open meanwhile does not count.
    let folder = try TemporaryFolder()
    let open = Glibc.open(try folder.write("", to: "mark"), O_RDONLY)
    defer { close(open) }
    let descriptors = try await ChildProcess.run("ls", ["-l", "/proc/self/fd"])
    #expect(open > 2 && !descriptors.output.contains(folder.file("mark")))
  }

  @Test func aProgramThatIsNotThereIsAnError() async throws {
    await #expect(throws: SystemError.self) { try await ChildProcess.run("/nowhere/program") }
    await #expect(throws: SystemError.self) { try await ChildProcess.run("no-such-program") }
  }

  @Test func theTimeLimitIsAnErrorAndKillsTheProgram() async throws {
    var sleeper: ChildProcess? = try await ChildProcess.start("sleep", ["60"])
    let pid = try #require(sleeper?.pid)
    await #expect(throws: TimeLimitExceeded.self) {
      try await sleeper?.result(within: .milliseconds(20))
    }
    #expect(kill(pid, 0) == 0)
    sleeper = nil
    try await ended(pid)
  }

  @Test func aGrandchildThatKeepsTheOutputOpenDoesNotProlongTheProgram() async throws {
    let shell = try await ChildProcess.start("sh", ["-c", "sleep 60 & echo $!"])
    let result = try await shell.result()
    let grandchild = try #require(pid_t(result.output.dropLast()))
    #expect(kill(grandchild, SIGKILL) == 0)
    try await shell.output.end()
  }

  @Test func oneHundredProgramsAtOnceKeepTheirOutputsApart() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          let result = try await ChildProcess.run("echo", ["\(number)"])
          #expect(result.output == "\(number)\n")
        }
      }
      try await group.waitForAll()
    }
  }

  /// Waits for the end of a process that is nobody's to wait for, by an event: `tail --pid`
  /// ends when it does.
  private func ended(_ pid: Int32) async throws {
    let tail = try await ChildProcess.run("tail", ["--pid=\(pid)", "-f", "/dev/null"])
    #expect(tail.status == 0)
  }
}
