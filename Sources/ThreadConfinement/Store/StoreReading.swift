/// What a store reads: the pinned version, and when values that were read before are reused.
@usableFromInline
struct StoreReading {
  /// The pinned version; nil from `invalidate` to the next read.
  private(set) var snapshot: Snapshot?
  /// The version up to which observers of the store have been notified.
  private(set) var notifiedVersion: Int64
  /// Incremented by each event that may change what is read. Values read in the same epoch are
  /// reused.
  @usableFromInline private(set) var epoch = 0
  /// Incremented by `invalidate`. Objects and collections of an earlier one are invalid.
  @usableFromInline private(set) var generation = 0

  init(_ snapshot: Snapshot? = nil) {
    self.snapshot = snapshot
    notifiedVersion = snapshot?.version ?? 0
  }

  /// A write has begun, changed something, been suspended, been resumed or ended.
  mutating func didChange() { epoch += 1 }

  /// Reads continue at this version. If there is none, the next read pins the newest one.
  mutating func pin(_ snapshot: Snapshot?) {
    if snapshot == nil || snapshot?.version != self.snapshot?.version { epoch += 1 }
    self.snapshot = snapshot
  }

  /// Returns whether observers have to be notified of the version.
  mutating func notifies(of version: Int64) -> Bool {
    defer { notifiedVersion = version }
    return version != notifiedVersion
  }

  mutating func invalidate() {
    pin(nil)
    generation += 1
  }
}
