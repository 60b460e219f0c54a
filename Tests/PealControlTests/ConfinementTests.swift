import DBus
import Glibc
import Peal
import PealControl
import TestBus
import Testing

/// By which marks a sandbox is known.
struct ConfinementTests {
  /// What is made of a process with these files and these credentials.
  private func caller(
    files: [String: String] = [:], label: String? = nil, user: UInt32 = getuid()
  ) throws -> Caller {
    let folder = try TemporaryFolder()
    try folder.makeFolder("42/root")
    for (name, text) in files { try folder.write(text, to: "42/\(name)") }
    var facts: [String: Value] = ["ProcessID": .uint32(42), "UnixUserID": .uint32(user)]
    facts["LinuxSecurityLabel"] = label.map { .bytes(Array($0.utf8) + [0]) }
    return Caller(credentials: reply([.options(facts)]), processes: folder.path)
  }

  private func reply(_ body: [Value]) -> Message {
    .signal("Reply", from: "/", interface: "org.example.Bus", body)
  }

  @Test func aPlainProcessIsThePersonsOwn() throws {
    let files = ["cgroup": "0::/user.slice/user-1000.slice/session-2.scope\n"]
    let caller = try caller(files: files, label: "unconfined")
    #expect(caller.confinement == nil)
    #expect(caller.poster?.pid == 42)
  }

  @Test func flatpakIsKnownByItsFile() throws {
    let info = "[Context]\nname=no\n[Application]\nname=org.example.Editor\n[Instance]\nname=no\n"
    let files = ["root/.flatpak-info": info]
    #expect(try caller(files: files).confinement == .flatpak("org.example.Editor"))
    #expect(try caller(files: ["root/.flatpak-info": ""]).confinement == .flatpak("flatpak"))
  }

  @Test(arguments: ["snap.firefox.firefox (enforce)", "snap.firefox.hook.configure"])
  func aSnapIsKnownByItsLabel(_ label: String) throws {
    #expect(try caller(label: label).confinement == .snap("firefox"))
  }

  @Test func aSnapIsKnownByItsCgroup() throws {
    let cgroup = "0::/user.slice/user@1000.service/app.slice/snap.chat.chat-5f2e.scope\n"
    #expect(try caller(files: ["cgroup": cgroup]).confinement == .snap("chat"))
  }

  @Test(arguments: ["snap", "snap.", "snap..x", "mysnap.a.b", "/usr/bin/snap.a"])
  func whatOnlyLooksLikeASnapIsNone(_ label: String) throws {
    #expect(try caller(label: label).confinement == nil)
  }

  @Test func anotherUserIsAStrangerButRootIsNot() throws {
    #expect(try caller(user: getuid() + 7).confinement == .user(getuid() + 7))
    #expect(try caller(user: 0).confinement == nil)
  }

  @Test func withoutAProcessItIsNotKnown() {
    #expect(Caller(credentials: reply([])).confinement == .unknown)
    #expect(Caller(credentials: reply([.options([:])])).confinement == .unknown)
  }

  @Test func thisProcessIsKnownByTheBusAndIsNoStranger() async throws {
    try await withBus { bus in
      let peer = try await Peer.join(bus)
      let answer = try await peer.connection.call(
        .busCall("GetConnectionCredentials", [.string(peer.name.text)]), timeout: .seconds(20))
      let caller = Caller(credentials: answer)
      #expect(caller.confinement == nil)
      #expect(caller.poster?.pid == UInt32(getpid()))
      #expect(caller.poster?.executable.hasPrefix("/") == true)
    }
  }
}
