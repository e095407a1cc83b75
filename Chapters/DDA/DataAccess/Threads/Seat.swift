internal import Foundation

/// What a thread of a crew has for itself: its name, whose it is, and its connection.
final class Seat {
  let name: String
  private let crew: ObjectIdentifier
  /// The thread's own; closed when it ends.
  var connection: OwnConnection?

  private init(name: String, crew: ThreadCrew) {
    self.name = name
    self.crew = ObjectIdentifier(crew)
  }

  func belongs(to crew: ThreadCrew) -> Bool { self.crew == ObjectIdentifier(crew) }

  /// The present thread's; nil if it belongs to no crew.
  static var present: Seat? {
    pthread_getspecific(key).map { Unmanaged<Seat>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Gives the present thread a seat while the closure runs.
  static func take(name: String, crew: ThreadCrew, while work: () -> Void) {
    let seat = Seat(name: name, crew: crew)
    withExtendedLifetime(seat) {
      pthread_setspecific(key, Unmanaged.passUnretained(seat).toOpaque())
      work()
      pthread_setspecific(key, nil)
    }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else {
      fatalError("no key for a thread-local value is left")
    }
    return key
  }()
}
