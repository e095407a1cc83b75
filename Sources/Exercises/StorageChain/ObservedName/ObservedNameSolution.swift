import Exercising
import Observation

/// A name that is read from a chain, and whose changes can be observed.
@Observable
final class ObservedName: ObservedNameRequirements {
  private let chain: any ValueProvider
  private(set) var problem: ProviderError?

  init(chain: any ValueProvider) {
    self.chain = chain
    chain.onChange { [weak self] in
      // Notifies observers after the change, because the property is not stored.
      self?.withMutation(keyPath: \.name) {}
    }
  }

  var name: String? {
    access(keyPath: \.name)
    return try? chain.get()
  }

  var title: String {
    guard let name else { return "No name" }
    return "Hi, \(name)"
  }

  func save(_ name: String) {
    do {
      try chain.set(name)
      problem = nil
    } catch {
      problem = error
    }
  }
}
