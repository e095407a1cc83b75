/// Objects by key, which all users of a key share and only they retain.
///
/// A lookup retains nothing but what it returns, so that no object is released late, or under the
/// lock. The objects therefore remove themselves: call ``remove(_:)`` in their `deinit`.
public final class WeakCache<Key: Hashable & Sendable, Object: AnyObject & Sendable>: Sendable {
  /// A class, because Swift 6.3 crashes when it copies an optional struct with a weak reference to
  /// an object of a generic type.
  private final class Entry: Sendable {
    let id: ObjectIdentifier
    weak let object: Object?

    init(_ object: Object) {
      id = ObjectIdentifier(object)
      self.object = object
    }
  }

  private let entries = Locked<[Key: Entry]>([:])

  public init() {}

  /// The object of a key; nil if there is none or if it is no longer used.
  public subscript(key: Key) -> Object? { entries.withLock { $0[key] }?.object }

  /// The object of a key, which is created without a lock if there is none. Concurrent callers that
  /// have each created one receive the same.
  public func object<Failure: Error>(
    for key: Key, orCreate create: () throws(Failure) -> Object
  ) throws(Failure) -> Object {
    if let object = self[key] { return object }
    let new = try create()
    return entries.withLock { entries in
      if let object = entries[key]?.object { return object }
      entries[key] = Entry(new)
      return new
    }
  }

  /// Removes the entry of an object that is being released.
  public func remove(_ object: Object) {
    let id = ObjectIdentifier(object)
    entries.withLock { entries in
      // A later object of the same key may have replaced the entry.
      if let key = entries.first(where: { $0.value.id == id })?.key { entries[key] = nil }
    }
  }
}
