internal import Concurrency

/// A lock for each of any number of objects, of which some share one.
///
/// Nothing is done under one of them but reading and writing the fields of one object, so nobody can
/// wait for a second one while it holds the first.
enum SharedLocks {
  /// Locks nothing of its own. It is not empty, because an empty value would lie where its box says what
  /// it is, and ThreadSanitizer would take one for the other.
  typealias Lock = Locked<UInt8>

  private static let locks = (0..<64).map { _ in Lock(0) }

  /// The same one for as long as the object lives.
  static func lock(of object: ObjectIdentifier) -> Lock {
    // Objects begin at multiples of 16 bytes, and few of them are smaller than 64.
    locks[Int(bitPattern: object) >> 6 & 63]
  }
}
