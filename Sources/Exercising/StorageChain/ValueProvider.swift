public import Foundation

/// A place where a name is kept; all calls come from one thread and are answered at once.
public protocol ValueProvider: AnyObject {
  /// Whether there is anything to get.
  var hasValue: Bool { get }

  func get() throws(ProviderTrouble) -> String

  /// Keeps the value; one that throws keeps what it had.
  func set(_ value: String) throws(ProviderTrouble)

  /// Adds a handler, which is called after each change of the value, and does not receive the value.
  func onChange(_ handler: @escaping () -> Void)
}

/// Why a provider could not do it.
public enum ProviderTrouble: Error, CustomStringConvertible, LocalizedError {
  /// There is no value yet.
  case empty
  case unreadable
  case full

  public var description: String {
    switch self {
    case .empty: "empty"
    case .unreadable: "unreadable"
    case .full: "full"
    }
  }

  public var errorDescription: String? { "The provider is \(self)." }
}

/// What the exercise Chain asks of a learner's type.
public protocol LearnersChain: ValueProvider {
  init(main: any ValueProvider, underlying: any ValueProvider)
}

/// What the exercise ThreeLevels asks of a learner's type.
public protocol LearnersLevels: ValueProvider {
  /// Memory lies over the file, and the file over the database.
  init(memory: any ValueProvider, file: any ValueProvider, database: any ValueProvider)
}
