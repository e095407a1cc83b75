public import Dispatch
public import Foundation

/// The thread or queue to which a store is confined.
public enum StoreHome: Sendable {
  /// The thread on which the store is made or resolved.
  case currentThread
  /// The blocks of a serial queue, on any thread.
  case queue(DispatchQueue)
}

/// The requirements of the exercise Confinement: a store of one name, confined to its home.
///
/// `read`, `write` and `reference` end the process when they are called elsewhere.
public protocol LearnersConfinement: AnyObject {
  associatedtype Reference: LearnersReference where Reference.Store == Self

  init(_ name: String, home: StoreHome)

  /// Whether the calling code runs at the store's home. May be called anywhere.
  var isHome: Bool { get }

  func read() -> String
  func write(_ name: String)

  /// A reference, for another thread or queue.
  func reference() -> Reference
}

/// A reference to a store, which may be passed to any thread.
public protocol LearnersReference: Sendable {
  associatedtype Store

  /// A store with the same name, confined to the new home.
  ///
  /// - Throws: ``AlreadyResolved``, except at the first call.
  func resolve(home: StoreHome) throws(AlreadyResolved) -> Store
}

/// A reference was resolved a second time.
public struct AlreadyResolved: Error, CustomStringConvertible, LocalizedError {
  public init() {}

  public var description: String { "already resolved" }

  public var errorDescription: String? { "The reference is \(self)." }
}
