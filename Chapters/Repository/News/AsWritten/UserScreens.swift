import Foundation
import HTTP

// Two callers without a repository, each of which decodes the backend's format itself.

/// Shows a user's name.
struct ProfileScreen {
  let client: HTTPClient

  func title(path: String) async throws -> String {
    let body = try await client.get(path).body
    return try JSONDecoder().decode(FlatUser.self, from: body).name
  }
}

/// Shows a user's nickname and age.
struct FriendsScreen {
  let client: HTTPClient

  func row(path: String) async throws -> String {
    let body = try await client.get(path).body
    let user = try JSONDecoder().decode(FlatUser.self, from: body)
    return "\(user.nickname), \(user.age)"
  }
}
