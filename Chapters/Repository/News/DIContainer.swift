import Concurrency
import Foundation

/// A container for dependency injection, with a closure per protocol that creates a conforming
/// value for each ``resolve(_:)``. The closure may itself resolve dependencies.
final class DIContainer: Sendable {
  /// No closure is registered for the type.
  struct NotRegistered: BriefError, Equatable {
    let service: String

    var brief: String { "not registered" }

    var description: String {
      "\(service) is not registered; call register(_:make:) for it before it is resolved"
    }
  }

  static let shared = DIContainer()

  private let factories = Locked<[ObjectIdentifier: @Sendable () -> any Sendable]>([:])

  /// Registers the closure that creates a service. It replaces an earlier one.
  func register<Service: Sendable>(
    _ service: Service.Type, make: @escaping @Sendable () -> Service
  ) {
    // The former closure is released outside the lock, because a deinit may run code.
    _ = factories.withLock { $0.updateValue(make, forKey: ObjectIdentifier(service)) }
  }

  func resolve<Service: Sendable>(_ service: Service.Type) throws(NotRegistered) -> Service {
    let make = factories.withLock { $0[ObjectIdentifier(service)] }
    guard let made = make?() as? Service else {
      throw NotRegistered(service: Self.name(of: service))
    }
    return made
  }

  /// Creates a service where errors cannot be thrown, as in a default argument. Traps if none is
  /// registered.
  func required<Service: Sendable>(_ service: Service.Type) -> Service {
    do { return try resolve(service) } catch { fatalError("\(error)") }
  }

  /// The name of a protocol: `NewsListRepository` for `any NewsListRepository`.
  static func name(of service: Any.Type) -> String {
    let name = "\(service)"
    return name.hasPrefix("any ") ? String(name.dropFirst(4)) : name
  }
}
