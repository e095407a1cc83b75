internal import Foundation
internal import HTTP

/// Asks the server to rename a user: `PUT /users/1/name` with `{"name":"Taylor"}`.
package struct ModifyUserNameRequest: Equatable, Sendable {
  /// Whose name it is.
  package let userID: Int64
  /// The name that the user is to have.
  package let newName: String

  /// Nothing is sent by making a request.
  package init(userID: Int64, newName: String) {
    self.userID = userID
    self.newName = newName
  }
}

/// What the server says the user is now: `{"id":1,"name":"Taylor"}`.
package struct UserRecord: Codable, Equatable, Sendable {
  package let id: Int64
  package let name: String

  /// A record of anybody.
  package init(id: Int64, name: String) {
    self.id = id
    self.name = name
  }
}

extension ModifyUserNameRequest {
  private struct Body: Encodable {
    let name: String
  }

  func httpRequest() throws -> HTTPRequest {
    HTTPRequest(.put, "/users/\(userID)/name", body: try JSONEncoder().encode(Body(name: newName)))
  }
}
