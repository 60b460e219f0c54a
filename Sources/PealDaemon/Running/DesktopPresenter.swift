internal import DBus
internal import Peal
internal import Synchronization

/// A stand-in until PealDesktop has its own.
final class DesktopPresenter: Presenter {
  let events: AsyncStream<PresenterEvent>
  private let report: AsyncStream<PresenterEvent>.Continuation
  init(on loop: EventLoop) { (events, report) = AsyncStream.makeStream() }
  func attach(_ connection: Connection?) {}
  func run() async {
    let done = Promise<Void>()
    await withTaskCancellationHandler {
      await done.value
    } onCancel: {
      done.fulfil(())
    }
  }
  func present(_ request: PresentRequest) {}
  func update(_ presentation: Presentation, to alert: Alert) {}
  func withdraw(_ presentation: Presentation) {}
}
