/// Mistakes of the program, which end the process with a fixed message in every build.
///
/// Properties cannot throw, and going on would corrupt what another thread reads.
enum Misuse: String {
  case wrongThread = "store accessed from incorrect thread"
  case wrongQueue = "store accessed from incorrect queue"
  case wrongActor = "store accessed after its actor was released"
  case openedOnWrongQueue = "store opened from incorrect queue"
  case outsideWrite = "object modified outside of a write transaction"
  case deleted = "object has been deleted or invalidated"
  case collectionInvalidated = "collection has been invalidated"
  case invalidatedDuringWalk = "collection was invalidated during a walk"
  case indexOutOfRange = "index out of range of a collection"
  case keyChanged = "the primary key of a stored object cannot be changed"

  /// Ends the process. `fatalError` keeps its text under -O, which `precondition` drops.
  func stop() -> Never { fatalError(rawValue) }
}
