import Foundation

/// A place that keeps bytes under keys. ``ObservableValues`` calls it from one thread at a time, with
/// its lock held: it does its work and calls nobody.
protocol KeyValueStorage: Sendable {
  /// The bytes under the key, or nil if there are none.
  ///
  /// - Throws: when there may be some that cannot be read.
  func data(forKey key: String) throws -> Data?

  /// Replaces the bytes under the key, all or nothing, so that they outlive the program.
  ///
  /// - Throws: when they cannot be written; what was there before stays.
  func set(_ data: Data, forKey key: String) throws
}
