public import Dispatch
public import Foundation

/// Where a store belongs.
public enum StoreHome: Sendable {
  /// To the thread on which the store is made or resolved.
  case currentThread
  /// To the blocks of a serial queue, whatever thread runs them.
  case queue(DispatchQueue)
}

/// What the exercise asks of a learner's store, which keeps one name and belongs to one place.
///
/// `read`, `write` and `reference` end the process when they are called elsewhere.
public protocol LearnersConfinement: AnyObject {
  associatedtype Reference: LearnersReference where Reference.Store == Self

  init(_ name: String, home: StoreHome)

  /// Whether the calling code runs where the store belongs; may be called anywhere.
  var isHome: Bool { get }

  func read() -> String
  func write(_ name: String)

  /// A way for the store to another place.
  func reference() -> Reference
}

/// A way for a store to another place, which may go anywhere.
public protocol LearnersReference: Sendable {
  associatedtype Store

  /// The same name, in a store that belongs to the new home.
  ///
  /// - Throws: ``AlreadyResolved`` after the first call.
  func resolve(home: StoreHome) throws(AlreadyResolved) -> Store
}

/// A reference that is resolved a second time.
public struct AlreadyResolved: Error, CustomStringConvertible, LocalizedError {
  public init() {}

  public var description: String { "already resolved" }

  public var errorDescription: String? { "The reference is \(self)." }
}
