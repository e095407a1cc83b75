internal import Foundation
internal import HTTP

/// The server, as far as users are concerned.
package protocol UserServer: Sendable {
  /// Renames a user.
  ///
  /// - Returns: the user as the server has it now.
  /// - Throws: ``UserServiceError/noAnswer(_:)``, ``UserServiceError/noUser(id:)`` for a status of 404, or
  ///   ``UserServiceError/badAnswer(request:reason:)``.
  func send(_ request: ModifyUserNameRequest) async throws(UserServiceError) -> UserRecord
}

/// A server that is asked over HTTP.
struct HTTPUserServer: UserServer {
  let client: HTTPClient

  func send(_ request: ModifyUserNameRequest) async throws(UserServiceError) -> UserRecord {
    let name = "PUT /users/\(request.userID)/name"
    let body: Data
    do {
      body = try await client.send(request.httpRequest()).body
    } catch let error as HTTPError {
      throw error.reason == .status(404) ? .noUser(id: request.userID) : .noAnswer(error)
    } catch {
      throw .badAnswer(request: name, reason: "\(error)")
    }
    let record: UserRecord
    do {
      record = try JSONDecoder().decode(UserRecord.self, from: body)
    } catch {
      throw .badAnswer(request: name, reason: "it is no user")
    }
    guard record.id == request.userID else {
      throw .badAnswer(request: name, reason: "it is about user \(record.id)")
    }
    return record
  }
}
