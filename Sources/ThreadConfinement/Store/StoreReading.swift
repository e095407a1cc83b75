/// The version at which a store reads, and the epoch in which values that were read are reused.
@usableFromInline
struct StoreReading {
  /// The pinned version; nil from `invalidate` to the next read.
  private(set) var snapshot: Snapshot?
  /// The version up to which observers of the store have been notified.
  private(set) var notifiedVersion: Int64
  /// Incremented by each event that may change what is read. Values read in one epoch are reused.
  @usableFromInline private(set) var epoch = 0
  /// Incremented by `invalidate`. Objects and collections of an earlier one are invalid.
  @usableFromInline private(set) var generation = 0

  init(_ snapshot: Snapshot? = nil) {
    self.snapshot = snapshot
    notifiedVersion = snapshot?.version ?? 0
  }

  /// Call it after a write has begun, changed something, been suspended, been resumed or ended.
  mutating func beginEpoch() { epoch += 1 }

  /// Reads continue at this version. If there is none, the next read pins the newest one.
  mutating func pin(_ snapshot: Snapshot?) {
    if snapshot == nil || snapshot?.version != self.snapshot?.version { epoch += 1 }
    self.snapshot = snapshot
  }

  /// Records that observers are notified of the version. Returns whether it is new to them.
  mutating func recordNotification(of version: Int64) -> Bool {
    defer { notifiedVersion = version }
    return version != notifiedVersion
  }

  mutating func invalidate() {
    pin(nil)
    generation += 1
  }
}
