import DBus
import Peal
import PealDesktop
import PealTestKit
import TestBus
import Testing

/// The laws of `Presenter`, with each kind of server.
struct PresenterLawTests {
  @Test(arguments: [Behaviour()] + Behaviour.realServers)
  func keepsTheLawsWith(behaviour: Behaviour) async throws {
    let violations = try await checkPresenterLaws { try await Self.harness(behaviour) }
    #expect(violations == [])
  }

  private static func harness(_ behaviour: Behaviour) async throws -> PresenterHarness {
    let bus = try await PrivateBus.start()
    let server = try await ScriptedServer.start(on: bus, behaviour)
    let loop = try EventLoop.onOwnThread()
    let presenter = DesktopPresenter(
      on: loop, buses: Desk.connections(to: try bus.busAddress, on: loop))
    return PresenterHarness(
      presenter: presenter,
      press: { await server.press($0, key: $1) },
      close: { await server.close($0) },
      lose: { await server.die() },
      restore: { try? await server.restart() },
      stall: { await server.change { $0.reply = .never } },
      // What has but a millisecond left is gone to a person's eyes.
      screen: {
        server.popups.value.filter { $0.notification.expireTimeout != 1 }
          .map(\.notification.summary)
      },
      tearDown: {
        await server.die()
        loop.stop()
        bus.endClients()
      })
  }
}

extension ScriptedServer {
  /// The person presses a button; the server sends the press even where there is none any more.
  fileprivate func press(_ request: PresentRequest, key: String) {
    guard let notification = latest(request), let id = notification.id,
      let label = request.alert.actions.first(where: { $0.key == key })?.label,
      let wireKey = notification.key(labelled: label)
    else { return }
    do { try press(id, wireKey) } catch {
      emit("ActionInvoked", [.uint32(id), .string(wireKey)], for: notification.sender)
    }
  }

  fileprivate func close(_ request: PresentRequest) {
    guard let notification = latest(request), let id = notification.id else { return }
    do { try close(id) } catch {
      emit("NotificationClosed", [.uint32(id), .uint32(2)], for: notification.sender)
    }
  }

  private func latest(_ request: PresentRequest) -> Notification? {
    notifications.all.last { notification in
      guard let tag = notification.stackTag else {
        return notification.summary == request.alert.summary
      }
      return tag == "peal:\(request.presentation.id.rawValue)"
    }
  }
}

extension Behaviour: CustomTestStringConvertible {
  public var testDescription: String { "\(vendor) \(name)" }
}
