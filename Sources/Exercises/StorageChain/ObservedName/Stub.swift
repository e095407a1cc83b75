import Exercising
import Observation

/// A name that is read from a chain, and whose changes can be observed.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check ObservedName`
@Observable
final class ObservedName: ObservedNameRequirements {
  private let chain: any ValueProvider

  init(chain: any ValueProvider) {
    self.chain = chain
  }

  var name: String? {
    // TODO: the chain's value, whose changes views can observe.
    nil
  }

  var title: String {
    // TODO: a greeting with the name.
    ""
  }

  var problem: ProviderError? {
    // TODO: why the last call of `save` has failed.
    nil
  }

  func save(_ name: String) {
    // TODO: set the chain's value.
  }
}
