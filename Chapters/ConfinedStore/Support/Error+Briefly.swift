import HTTP
import ThreadConfinement

extension Error {
  /// The error in two or three words if it is the network's or the store's, and its whole text if not: a page's
  /// lines stay short.
  var briefly: String {
    if case .request(let error) = self as? NetworkService.Failure { return "\(error.reason)" }
    if let failure = self as? ConfinedStore.Failure { return failure.reason }
    return "\(self)"
  }
}
