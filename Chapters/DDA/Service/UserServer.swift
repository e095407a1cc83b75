internal import Foundation
internal import HTTP

package protocol UserServer: Sendable {
  /// Renames a user, and returns it after the change. Throws ``UserServiceError/noAnswer(_:)``,
  /// ``UserServiceError/noUser(id:)`` for a status of 404, or
  /// ``UserServiceError/badAnswer(request:reason:)``.
  func send(_ request: ModifyUserNameRequest) async throws(UserServiceError) -> UserRecord
}

/// A request to rename a user: `PUT /users/1/name` with `{"name":"Taylor"}`.
package struct ModifyUserNameRequest: Equatable, Sendable {
  package let userID: Int64
  package let newName: String

  package init(userID: Int64, newName: String) {
    self.userID = userID
    self.newName = newName
  }
}

/// The user in the server's response: `{"id":1,"name":"Taylor"}`.
package struct UserRecord: Codable, Equatable, Sendable {
  package let id: Int64
  package let name: String

  package init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
}

struct HTTPUserServer: UserServer {
  let client: HTTPClient

  func send(_ request: ModifyUserNameRequest) async throws(UserServiceError) -> UserRecord {
    let path = "/users/\(request.userID)/name"
    let name = "PUT \(path)"
    let body: Data
    do {
      let newName = try JSONEncoder().encode(["name": request.newName])
      body = try await client.send(HTTPRequest(.put, path, body: newName)).body
    } catch let error as HTTPError {
      throw error.reason == .status(404) ? .noUser(id: request.userID) : .noAnswer(error)
    } catch {
      throw .badAnswer(request: name, reason: "\(error)")
    }
    let record: UserRecord
    do {
      record = try JSONDecoder().decode(UserRecord.self, from: body)
    } catch {
      throw .badAnswer(request: name, reason: "it is not a user")
    }
    guard record.id == request.userID else {
      throw .badAnswer(request: name, reason: "it is about user \(record.id)")
    }
    return record
  }
}
