import Foundation
import LayeredStorage
import Synchronization

/// One class with three jobs: choosing between cache and file, accessing the cache, and accessing
/// the file.
///
/// It prints each step. The chain is what remains after the second and third jobs move to
/// providers.
final class DiskCacheProvider<
  Cache: SynchronizedDataProviding, File: SynchronizedDataProviding
>: Sendable where Cache.Value == File.Value {
  private let cache: Cache
  private let file: File
  private let isFileChanged: FileFlag
  private let registration: ChangeRegistration
  private let say: @Sendable (String) -> Void

  init(_ cache: Cache, _ file: File, say: @escaping @Sendable (String) -> Void) {
    let flag = FileFlag()
    self.cache = cache
    self.file = file
    self.say = say
    isFileChanged = flag
    registration = file.valueBeModifiedHandlers.add { flag.raise() }
  }

  func getValue() throws -> File.Value {
    if isFileChanged.lower() {
      try cache.setValue(file.getValue())
      say("get: file read, cache write")
    } else if try cache.hasValue {
      say("get: cache hit")
    } else {
      try cache.setValue(file.getValue())
      say("get: cache miss, file read")
    }
    return try cache.getValue()
  }

  func setValue(_ newValue: File.Value) throws {
    try cache.setValue(newValue)
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
