import Dispatch
import Foundation
import LayeredStorage

/// Waits until a provider has reported a change.
struct ChangeReport {
  /// No change was reported for ten minutes.
  struct Missing: Error, CustomStringConvertible, LocalizedError {
    let description = "The system has not reported the change of the file for ten minutes."

    var errorDescription: String? { description }
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
