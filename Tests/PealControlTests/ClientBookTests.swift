import DBus
import Peal
import Testing

@testable import PealControl

/// What is known of clients.
struct ClientBookTests {
  @Test func aCallWhoseCallerIsNotKnownYetIsWorkToDo() {
    var book = ClientBook()
    #expect(!book.isAsking)
    _ = book.identify(":1.5") { _ in }
    #expect(book.isAsking)
    let handlers = book.settle(":1.5", Caller(Poster(pid: 1, executable: ""), nil))
    #expect(handlers.count == 1)
    #expect(!book.isAsking)
  }

  @Test func aClientIsAskedForOnce() {
    var book = ClientBook()
    var steps: [String] = []
    for _ in 1...2 { steps.append("\(book.identify(":1.5") { _ in })") }
    _ = book.settle(":1.5", Caller(nil, .snap("x")))
    guard case .answer(let caller) = book.identify(":1.5", { _ in }) else {
      Issue.record("it is known")
      return
    }
    #expect(steps == ["ask", "wait"])
    #expect(caller.confinement == .snap("x"))
  }
}
