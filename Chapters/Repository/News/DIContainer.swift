import Concurrency
import Foundation

/// Who makes what: a protocol's type and the closure that makes something that conforms to it.
///
/// Usable from any thread; the closure is called outside the lock, each time anew, and may resolve
/// what it needs itself.
final class DIContainer: Sendable {
  /// Nobody said how to make it.
  struct NotRegistered: BrieflyTold, Equatable {
    /// The type's name.
    let service: String

    var brief: String { "not registered" }

    var description: String {
      "\(service) is not registered; call register(_:make:) for it before it is resolved"
    }
  }

  /// The one that default arguments use.
  static let shared = DIContainer()

  private let makers = Locked<[ObjectIdentifier: @Sendable () -> any Sendable]>([:])

  /// Says how a service is made, in place of what was said before.
  func register<Service: Sendable>(
    _ service: Service.Type, make: @escaping @Sendable () -> Service
  ) {
    // The former closure is released after the lock, because a deinitializer may run any code.
    _ = makers.withLock { $0.updateValue(make, forKey: ObjectIdentifier(service)) }
  }

  /// Makes a service.
  ///
  /// - Throws: ``NotRegistered``.
  func resolve<Service: Sendable>(_ service: Service.Type) throws(NotRegistered) -> Service {
    let make = makers.withLock { $0[ObjectIdentifier(service)] }
    guard let made = make?() as? Service else {
      throw NotRegistered(service: Self.name(of: service))
    }
    return made
  }

  /// Makes a service where nothing can be thrown, as in a default argument; stops the program if
  /// nobody said how.
  func required<Service: Sendable>(_ service: Service.Type) -> Service {
    do { return try resolve(service) } catch { fatalError("\(error)") }
  }

  /// `NewsListRepository`, for the type that Swift writes as `any NewsListRepository`.
  static func name(of service: Any.Type) -> String {
    let name = "\(service)"
    return name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
  }
}
