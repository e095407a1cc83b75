import Foundation
import LayeredStorage
import Synchronization

/// One class with three jobs: choosing between cache and file, accessing the cache, and accessing
/// the file.
///
/// It prints each step. The chain is what remains after the second and third jobs move to
/// providers.
final class DiskCacheProvider<T: Codable & Sendable>: Sendable {
  private let cache = MemoryProvider<T>()
  private let file: FileProvider<T>
  private let isFileChanged: FileFlag
  private let registration: ChangeRegistration
  private let say: @Sendable (String) -> Void

  init(_ file: FileProvider<T>, say: @escaping @Sendable (String) -> Void) {
    let flag = FileFlag()
    self.file = file
    self.say = say
    isFileChanged = flag
    registration = file.valueBeModifiedHandlers.add { flag.raise() }
  }

  func getValue() throws -> T {
    if isFileChanged.lower() {
      cache.setValue(try file.getValue())
      say("get: file read, cache write")
    } else if cache.hasValue {
      say("get: cache hit")
    } else {
      cache.setValue(try file.getValue())
      say("get: cache miss, file read")
    }
    return try cache.getValue()
  }

  func setValue(_ newValue: T) throws {
    cache.setValue(newValue)
    try file.setValue(newValue)
    // Ignores the report of its own write, because the cache already has the value.
    _ = isFileChanged.lower()
    say("set: cache write, file write")
  }
}

/// Whether the file has changed since the last call of `lower()`.
private final class FileFlag: Sendable {
  private let isUp = Atomic(false)

  func raise() { isUp.store(true, ordering: .releasing) }

  func lower() -> Bool { isUp.exchange(false, ordering: .acquiringAndReleasing) }
}
