public import Foundation

/// A store of one name. All calls come from one thread.
public protocol ValueProvider: AnyObject {
  /// Whether there is a value.
  var hasValue: Bool { get }

  func get() throws(ProviderError) -> String

  /// Replaces the value. A call that throws leaves it unchanged.
  func set(_ value: String) throws(ProviderError)

  /// Adds a handler, which is called without the value after each change.
  func onChange(_ handler: @escaping () -> Void)
}

/// A provider could not read or write its value.
public enum ProviderError: String, Error, CustomStringConvertible, LocalizedError {
  /// There is no value yet.
  case empty
  case unreadable
  case full

  public var description: String { rawValue }

  public var errorDescription: String? { "The provider is \(self)." }
}
