import CDBus
import DBus
import TestBus
import Testing

/// Names are checked as the specification says, and never less strictly than libdbus does, which
/// aborts the process on what it does not like.
struct NameTests {
  private static let long = String(repeating: "a", count: 253)

  @Test(arguments: ["a.b", "org.peal.Alerts1", ":1.42", ":1.a-b", "a-b.c_d", "_._", long + ".a"])
  func busNamesThatAre(_ text: String) { #expect(BusName.isValid(text)) }

  @Test(arguments: [
    "", "a", ".a.b", "a.b.", "a..b", "1a.b", "a.1b", ":", ":.", ":1", ":1.", "a.b c", "a.é",
    "a.b\0",
    "a.b\n", long + ".ab", ":" + long + ".a", "a/b.c", "a.b'", "ａ.b",
  ])
  func busNamesThatAreNot(_ text: String) { #expect(!BusName.isValid(text)) }

  @Test(arguments: [
    "/", "/a", "/a/b_1", "/0", "/_", "/" + String(repeating: "a/", count: 2000) + "a",
  ])
  func pathsThatAre(_ text: String) { #expect(ObjectPath.isValid(text)) }

  @Test(arguments: ["", "a", "//", "/a/", "/a//b", "/a-b", "/a.b", "/é", "/a\0", "/a b", " /a"])
  func pathsThatAreNot(_ text: String) { #expect(!ObjectPath.isValid(text)) }

  @Test(arguments: ["a.b", "org.freedesktop.Notifications", "_a._1", long + ".a"])
  func interfacesAndErrorsThatAre(_ text: String) {
    #expect(InterfaceName.isValid(text))
    #expect(ErrorName.isValid(text))
  }

  @Test(arguments: ["", "a", "a.b-c", "a.1", ":1.2", "a.b.", "a..b", "a.b\0", long + ".ab", "a.é"])
  func interfacesAndErrorsThatAreNot(_ text: String) {
    #expect(!InterfaceName.isValid(text))
    #expect(!ErrorName.isValid(text))
  }

  @Test(arguments: ["a", "Notify", "_", "a1", String(repeating: "a", count: 255)])
  func membersThatAre(_ text: String) { #expect(MemberName.isValid(text)) }

  @Test(arguments: ["", "1a", "a.b", "a-b", "é", "a\0", "a b", String(repeating: "a", count: 256)])
  func membersThatAreNot(_ text: String) { #expect(!MemberName.isValid(text)) }

  @Test(arguments: [
    "", "y", "sssb", "a{sv}", "aa{s(ii)}", "(y(b(n)))", "v", "h", "a{gv}", "ay",
    String(repeating: "a", count: 32) + "y",
    String(repeating: "(", count: 32) + "y" + String(repeating: ")", count: 32),
    String(repeating: "s", count: 255),
  ])
  func signaturesThatAre(_ text: String) { #expect(Signature.isValid(text)) }

  @Test(arguments: [
    "a", "(", ")", "()", "{sv}", "a{s}", "a{vs}", "a{(s)s}", "a{ss", "a{sss}", "(s", "s)", "z", "r",
    "e", "m", "é", "s\0", String(repeating: "a", count: 33) + "y",
    String(repeating: "(", count: 33) + "y" + String(repeating: ")", count: 33),
    String(repeating: "s", count: 256),
  ])
  func signaturesThatAreNot(_ text: String) { #expect(!Signature.isValid(text)) }

  @Test func aSignatureIsTakenApartIntoItsTypes() {
    let signature: Signature = "sa{sv}(ii)aayv"
    #expect(signature.types == ["s", "a{sv}", "(ii)", "aay", "v"])
    #expect(!signature.isSingle && Signature("aay").isSingle && !Signature("").isSingle)
  }

  @Test func anErrorSaysWhatIsWrong() {
    let error = #expect(throws: NameError.self) { try BusName("a b" as String) }
    #expect(error?.description == #""a b" is not a valid bus name"#)
  }

  @Test(arguments: 0..<20)
  func whatIsTakenIsTakenByLibdbusToo(_ seed: UInt64) {
    var random = Random(seed: seed)
    for _ in 0..<1000 {
      let text = random.text(from: "aA1_-.:/ \0é{}()ysvgaz")
      if BusName.isValid(text), dbus_validate_bus_name(text, nil) == 0 {
        Issue.record("bus name \(text.debugDescription)")
      }
      expectEqual(InterfaceName.isValid(text), text, dbus_validate_interface)
      expectEqual(ErrorName.isValid(text), text, dbus_validate_error_name)
      expectEqual(MemberName.isValid(text), text, dbus_validate_member)
      expectEqual(ObjectPath.isValid(text), text, dbus_validate_path)
      let types = random.text(from: "(){}aysvgiu")
      expectEqual(Signature.isValid(types), types, dbus_signature_validate)
    }
  }

  private func expectEqual(
    _ ours: Bool, _ text: String,
    _ theirs: (UnsafePointer<CChar>?, UnsafeMutablePointer<CDBus.DBusError>?) -> dbus_bool_t
  ) {
    // For libdbus a text ends at NUL.
    let isValid = !text.utf8.contains(0) && theirs(text, nil) != 0
    if ours != isValid { Issue.record("\(text.debugDescription)") }
  }
}
