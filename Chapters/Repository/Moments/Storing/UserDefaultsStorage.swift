import Concurrency
import Foundation

/// A storage in a suite of UserDefaults.
struct UserDefaultsStorage: KeyValueStorage {
  /// A suite could not be used.
  enum Failure: Error, Equatable, CustomStringConvertible, LocalizedError {
    case noSuite(String)
    case invalidKey(String)
    case notData(key: String)
    case notWritten(suite: String)

    var description: String {
      switch self {
      case .noSuite(let suite): "there can be no suite named \(suite.debugDescription)"
      case .invalidKey(let key): "\(key.debugDescription) contains a NUL, so it cannot be a key"
      case .notData(let key): "what is stored under \(key) is not data"
      case .notWritten(let suite): "the suite \(suite) was not written"
      }
    }

    var errorDescription: String? { description }
  }

  private let suite: String
  private let defaults: Locked<UserDefaults>

  /// - Parameter suite: A name, for a suite among the user's settings, or an absolute path without
  ///   extension, for a file there.
  /// - Throws: An error if the name is invalid.
  init(suite: String) throws(Failure) {
    guard !suite.utf8.contains(0), let defaults = UserDefaults(suiteName: suite) else {
      throw .noSuite(suite)
    }
    self.suite = suite
    self.defaults = Locked(defaults)
  }

  func data(forKey key: String) throws -> Data? {
    try check(key)
    return try defaults.withLock { defaults throws(Failure) in
      guard defaults.object(forKey: key) != nil else { return nil }
      guard let data = defaults.data(forKey: key) else { throw .notData(key: key) }
      return data
    }
  }

  func set(_ data: Data, forKey key: String) throws {
    try check(key)
    try defaults.withLock { defaults throws(Failure) in
      let former = defaults.data(forKey: key)
      defaults.set(data, forKey: key)
      // Without this call, Linux keeps the change in memory, where it is lost when the process
      // ends.
      guard defaults.synchronize() else {
        defaults.set(former, forKey: key)
        throw .notWritten(suite: suite)
      }
    }
  }

  private func check(_ key: String) throws(Failure) {
    guard !key.utf8.contains(0) else { throw .invalidKey(key) }
  }
}
