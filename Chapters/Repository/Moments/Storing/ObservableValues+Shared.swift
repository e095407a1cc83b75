import Concurrency
import Foundation

extension ObservableValues {
  private struct Reference {
    weak var values: ObservableValues?
  }

  private static let inUse = Locked<[String: Reference]>([:])

  /// The one that everybody in this process uses for that place; made when nobody uses one.
  ///
  /// - Parameters:
  ///   - place: tells places apart: a kind and a path.
  ///   - storage: opens the place; called while other places wait, so it must not ask for one itself.
  /// - Returns: an instance that lives for as long as somebody keeps it.
  /// - Throws: what `storage` throws.
  static func shared<Failure: Error>(
    at place: String, storage: () throws(Failure) -> any KeyValueStorage
  ) throws(Failure) -> ObservableValues {
    try inUse.withLock { inUse throws(Failure) in
      if let values = inUse[place]?.values { return values }
      let values = ObservableValues(try storage())
      inUse = inUse.filter { $0.value.values != nil }
      inUse[place] = Reference(values: values)
      return values
    }
  }
}
