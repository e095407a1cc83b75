import Exercising
import Observation

/// A stored number counts the chain's changes. A view that reads the name also reads the number.
@Observable
final class ObservedName: ObservedNameRequirements {
  /// Equatable, so that repeating an outcome does not count as a change.
  private enum Outcome: Equatable { case saved, failed(ProviderError) }

  @ObservationIgnored private let chain: any ValueProvider
  private var version = 0
  private var outcome = Outcome.saved

  init(chain: any ValueProvider) {
    self.chain = chain
    chain.onChange { [weak self] in self?.version += 1 }
  }

  var name: String? {
    _ = version
    return try? chain.get()
  }

  var title: String {
    if let name { "Hi, \(name)" } else { "No name" }
  }

  var problem: ProviderError? {
    if case .failed(let error) = outcome { error } else { nil }
  }

  func save(_ name: String) {
    let result = Result { () throws(ProviderError) in try chain.set(name) }
    switch result {
    case .success: outcome = .saved
    case .failure(let error): outcome = .failed(error)
    }
  }
}
