import Concurrency

extension ObservableType where Element: Equatable {
  /// Each value that differs from the one before it.
  public func distinctUntilChanged() -> Observable<Element> {
    distinctUntilChanged { $0 }
  }
}

extension ObservableType {
  /// Each value whose key differs from the key of the one before it. A closure that throws ends the
  /// sequence with that error.
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<Element> {
    Observable { downstream in
      let latest = Locked<Key?>(nil)
      return self.filter { element in
        let key = try key(element)
        // The former key is released outside the lock, and the keys are compared there.
        let former = latest.withLock { latest in
          defer { latest = key }
          return latest
        }
        return former != key
      }.subscribe(downstream)
    }
  }
}
