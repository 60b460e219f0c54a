import DBus
import TestBus
import Testing

/// Where a bus is looked for.
struct AddressTests {
  @Test func theEnvironmentComesFirst() throws {
    let environment = ["DBUS_SESSION_BUS_ADDRESS": "unix:abstract=x", "XDG_RUNTIME_DIR": "/tmp"]
    #expect(try BusAddress.session(environment: environment)?.text == "unix:abstract=x")
  }

  @Test func theRuntimeFolderComesNextWithItsPathEscaped() throws {
    let folder = try TemporaryFolder()
    let run = try folder.makeFolder("r n,é")
    try folder.write("", to: "r n,é/bus")
    let environment = ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": run]
    #expect(
      try BusAddress.session(environment: environment)?.text
        == "unix:path=\(folder.path)/r%20n%2c%c3%a9/bus")
  }

  @Test(arguments: ["", ";", "unix", "autolaunch:", "unix:path=/x;autolaunch:", "unix:path=/\0"])
  func whatIsNoAddressIsRefused(_ text: String) {
    #expect(throws: NameError.self) { try BusAddress(text) }
  }

  @Test(arguments: [
    "unix:", "unix:path=", "unix:path=/nowhere/bus", "unix:abstract=/nowhere/peal", "unix:path=%zz",
    "nonsense:a=b", "unix:path=/a,abstract=b", "unix:=,=", "unix:path", "tcp:host=127.0.0.1,port=x",
    "unix:path=" + String(repeating: "/long", count: 100), "é:é=é", "unix:runtime=yes",
  ])
  func whatLeadsNowhereIsAnErrorOfBothConnections(_ text: String) async throws {
    let address = try BusAddress(text)
    let loop = try EventLoop.onOwnThread()
    defer { loop.stop() }
    await #expect(throws: DBusError.self) { try await Connection.open(address, on: loop) }
    #expect(throws: DBusError.self) { try BlockingConnection(address) }
  }

  @Test(arguments: [PrivateBus.Listening.path, .abstract])
  func aBusIsFoundByItsAddress(_ listening: PrivateBus.Listening) async throws {
    try await withBus(listening) { bus in
      let session = try BusAddress.session(environment: bus.environment)
      let address = try #require(session)
      #expect(try BlockingConnection(address).uniqueName.isUnique)
    }
  }
}
