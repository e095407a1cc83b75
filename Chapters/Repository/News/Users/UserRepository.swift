import Foundation
import HTTP

/// A source of the user, independent of the backend's format.
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

/// The user of the second backend, which required only this type and ``NestedUser``.
struct NestedUserRepository: UserRepository {
  static let path = "/user-v2.json"

  let client: HTTPClient

  func readUser() async throws -> DomainUser {
    let body = try await client.get(Self.path).body
    return DomainUser(try JSONDecoder().decode(NestedUser.self, from: body))
  }
}

/// The format of the first backend: `{"name": …, "age": …, "nickname": …}`.
struct FlatUser: Decodable {
  let name: String
  let age: Int
  let nickname: String
}

extension DomainUser {
  init(_ user: FlatUser) { self.init(name: user.name, age: user.age, nickname: user.nickname) }
}

/// A caller without a repository, which decodes the backend's format itself.
struct ProfileScreen {
  let client: HTTPClient

  func title(path: String) async throws -> String {
    let body = try await client.get(path).body
    return try JSONDecoder().decode(FlatUser.self, from: body).name
  }
}

/// Another caller without a repository.
struct FriendsScreen {
  let client: HTTPClient

  func row(path: String) async throws -> String {
    let body = try await client.get(path).body
    let user = try JSONDecoder().decode(FlatUser.self, from: body)
    return "\(user.nickname), \(user.age)"
  }
}
