import Foundation
import HTTP

/// Where the user comes from, and nothing about its format.
protocol UserRepository: Sendable {
  func readUser() async throws -> DomainUser
}

/// The user of the first backend.
struct FlatUserRepository: UserRepository {
  static let path = "/user-v1.json"

  let client: HTTPClient

  func readUser() async throws -> DomainUser {
    let body = try await client.get(Self.path).body
    return DomainUser(try JSONDecoder().decode(FlatUser.self, from: body))
  }
}

/// The user of the second backend: this and ``NestedUser`` are all that its arrival added.
struct NestedUserRepository: UserRepository {
  static let path = "/user-v2.json"

  let client: HTTPClient

  func readUser() async throws -> DomainUser {
    let body = try await client.get(Self.path).body
    return DomainUser(try JSONDecoder().decode(NestedUser.self, from: body))
  }
}
