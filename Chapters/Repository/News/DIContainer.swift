import Concurrency
import Foundation

/// A container for dependency injection: a closure per protocol, which creates a conforming value.
///
/// Usable from any thread; the closure is called for each ``resolve(_:)``, outside the lock, and may
/// resolve its own dependencies.
final class DIContainer: Sendable {
  /// No closure is registered for the type.
  struct NotRegistered: BriefError, Equatable {
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

  /// Registers the closure that creates a service, and replaces the former one.
  func register<Service: Sendable>(
    _ service: Service.Type, make: @escaping @Sendable () -> Service
  ) {
    // The former closure is released after the lock, because a deinitializer may run any code.
    _ = makers.withLock { $0.updateValue(make, forKey: ObjectIdentifier(service)) }
  }

  /// Creates a service.
  ///
  /// - Throws: ``NotRegistered``.
  func resolve<Service: Sendable>(_ service: Service.Type) throws(NotRegistered) -> Service {
    let make = makers.withLock { $0[ObjectIdentifier(service)] }
    guard let made = make?() as? Service else {
      throw NotRegistered(service: Self.name(of: service))
    }
    return made
  }

  /// Creates a service where nothing can be thrown, as in a default argument; stops the program if none
  /// is registered.
  func required<Service: Sendable>(_ service: Service.Type) -> Service {
    do { return try resolve(service) } catch { fatalError("\(error)") }
  }

  /// `NewsListRepository`, for the type that Swift writes as `any NewsListRepository`.
  static func name(of service: Any.Type) -> String {
    let name = "\(service)"
    return name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
  }
}
