public import Observation

/// The requirements of the exercise ObservedName. All calls come from one thread.
public protocol LearnersObservedName: AnyObject, Observable {
  /// - Parameter chain: A chain that calls its handlers after each change, those of its own `set` included.
  init(chain: any ValueProvider)

  /// The chain's value. Nil if the chain cannot read one.
  var name: String? { get }

  /// `Hi, ann`, or `No name` without a name.
  var title: String { get }

  /// The error of the last `save`. Nil if that has succeeded.
  var problem: ProviderError? { get }

  /// Sets the chain's value.
  func save(_ name: String)
}
