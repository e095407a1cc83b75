import Exercising
import Observation

/// Replaces the macro's expansion by hand: calls a registrar at each read and each change.
final class ObservedName: ObservedNameRequirements, Observable {
  private let registrar = ObservationRegistrar()
  private let chain: any ValueProvider
  private var lastProblem: ProviderError?

  init(chain: any ValueProvider) {
    self.chain = chain
    chain.onChange { [weak self] in
      guard let self else { return }
      registrar.willSet(self, keyPath: \.name)
      registrar.didSet(self, keyPath: \.name)
    }
  }

  var name: String? {
    registrar.access(self, keyPath: \.name)
    return chain.hasValue ? try? chain.get() : nil
  }

  var title: String { name.map { "Hi, \($0)" } ?? "No name" }

  private(set) var problem: ProviderError? {
    get {
      registrar.access(self, keyPath: \.problem)
      return lastProblem
    }
    set {
      guard newValue != lastProblem else { return }
      registrar.withMutation(of: self, keyPath: \.problem) { lastProblem = newValue }
    }
  }

  func save(_ name: String) {
    do throws(ProviderError) {
      try chain.set(name)
      problem = nil
    } catch {
      problem = error
    }
  }
}
