import Concurrency
import Foundation
import LayeredStorage

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
  private let isFileChanged: Locked<Bool>
  private let registration: ChangeRegistration
  private let say: @Sendable (String) -> Void

  init(_ cache: Cache, _ file: File, say: @escaping @Sendable (String) -> Void) {
    let isFileChanged = Locked(false)
    self.cache = cache
    self.file = file
    self.say = say
    self.isFileChanged = isFileChanged
    registration = file.valueBeModifiedHandlers.add { isFileChanged.withLock { $0 = true } }
  }

  func getValue() throws -> File.Value {
    if takeChange() {
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
    _ = takeChange()
    say("set: cache write, file write")
  }

  /// Whether the file has changed since the last call.
  private func takeChange() -> Bool {
    isFileChanged.withLock { isFileChanged in
      defer { isFileChanged = false }
      return isFileChanged
    }
  }
}
