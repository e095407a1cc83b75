import Concurrency
import TestSupport
import Testing

@Suite
struct `A weak cache` {
  private final class Shared: Sendable {
    let number: Int
    private let cache: WeakCache<String, Shared>?

    init(_ number: Int, in cache: WeakCache<String, Shared>? = nil) {
      (self.number, self.cache) = (number, cache)
    }

    deinit { cache?.remove(self) }
  }

  private let cache = WeakCache<String, Shared>()

  @Test
  func `returns the same object while it is used, and then another`() {
    let first = cache.object(for: "a") { Shared(1, in: cache) }
    let numbers = withExtendedLifetime(first) {
      [
        cache.object(for: "a") { Shared(2, in: cache) }.number,
        cache.object(for: "b") { Shared(3, in: cache) }.number,
        cache.object(for: "b") { Shared(4, in: cache) }.number,
      ]
    }
    #expect(numbers == [1, 3, 4])
  }

  @Test
  func `returns the object of the caller that was first to create it`() {
    var other: Shared?
    let object = cache.object(for: "a") {
      other = cache.object(for: "a") { Shared(1, in: cache) }
      return Shared(2, in: cache)
    }
    #expect(object.number == 1)
    #expect(object === other)
  }

  @Test
  func `keeps the entry of a later object when an earlier one is removed`() {
    let (earlier, later) = (Shared(1), Shared(2))
    let object = cache.object(for: "a") { later }
    cache.remove(earlier)
    let found = cache["a"]
    cache.remove(later)
    let removed = cache["a"]
    #expect(object === later)
    #expect(found === later)
    #expect(removed == nil)
  }

  @Test
  func `retains no object but the one that it looks up`() {
    let cache = WeakCache<ActingKey, Shared>()
    var kept: Shared? = Shared(1)
    weak let other = kept
    let key = ActingKey(name: "a")
    _ = cache.object(for: key) { [kept] in kept ?? Shared(2) }
    // A lookup calls foreign code only to hash the key.
    let wasReleased = Recorder<Bool>()
    let last = Locked(kept)
    kept = nil
    let acting = ActingKey(name: "b") {
      last.withLock { $0 = nil }
      wasReleased.record(other == nil)
    }
    _ = cache[acting]
    _ = cache.object(for: acting) { Shared(3) }
    let answers = wasReleased.entries
    #expect(!answers.isEmpty)
    #expect(answers.allSatisfy { $0 })
  }
}

/// A key whose hashing calls a closure.
private struct ActingKey: Hashable, Sendable {
  let name: String
  var act: @Sendable () -> Void = {}

  static func == (one: Self, other: Self) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) {
    act()
    hasher.combine(name)
  }
}
