import Dispatch
import LayeredStorage

/// Waits until a provider has noticed a change.
struct ChangeReport {
  /// Nothing was noticed for ten seconds.
  struct Missing: Error {}

  private let noticed: DispatchSemaphore
  private let registration: ChangeRegistration

  /// Hears of changes from now on, after those who have listened before.
  init(from provider: some SynchronizedDataProviding) {
    let noticed = DispatchSemaphore(value: 0)
    self.noticed = noticed
    registration = provider.valueBeModifiedHandlers.add { noticed.signal() }
  }

  func wait() throws {
    guard noticed.wait(timeout: .now() + 10) == .success else { throw Missing() }
  }
}
