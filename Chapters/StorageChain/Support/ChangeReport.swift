import Dispatch
import LayeredStorage

/// Waits until a provider has reported a change.
struct ChangeReport {
  /// No change was reported for ten minutes.
  struct Missing: Error, CustomStringConvertible {
    let description = "The system has not reported the change of the file for ten minutes."
  }

  private let noticed: DispatchSemaphore
  private let registration: ChangeRegistration

  /// Counts changes from now on, after the handlers that were added before have been called.
  init(from provider: some SynchronizedDataProviding) {
    let noticed = DispatchSemaphore(value: 0)
    self.noticed = noticed
    registration = provider.valueBeModifiedHandlers.add { noticed.signal() }
  }

  func wait() throws {
    guard noticed.wait(timeout: .now() + 600) == .success else { throw Missing() }
  }
}
