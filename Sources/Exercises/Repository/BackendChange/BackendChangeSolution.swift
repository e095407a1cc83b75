import Exercising
import Foundation

/// Users for the pages, from either backend. Only this file contains the backends' formats.
final class BackendChange: UsersRequirements {
  private let server: any UserServer

  init(server: any UserServer) {
    self.server = server
  }

  func readUser() throws(UserFailure) -> DomainUser {
    let answer = try response { () throws(DataProblem) in try server.requestUser() }
    switch answer.version {
    case 1: return DomainUser(try decode(FlatUser.self, from: answer.body))
    case 2: return DomainUser(try decode(NestedUser.self, from: answer.body))
    default: throw .unknownVersion(answer.version)
    }
  }

  func readFriends() throws(UserFailure) -> [DomainUser] {
    let answer = try response { () throws(DataProblem) in try server.requestFriends() }
    switch answer.version {
    case 1: return try decode([FlatUser].self, from: answer.body).map { DomainUser($0) }
    case 2: return try decode(FriendList.self, from: answer.body).friends.map { DomainUser($0) }
    default: throw .unknownVersion(answer.version)
    }
  }

  private func response(
    _ request: () throws(DataProblem) -> UserAnswer
  ) throws(UserFailure) -> UserAnswer {
    do { return try request() } catch { throw .server(error) }
  }

  private func decode<Format: Decodable>(
    _ format: Format.Type, from body: String
  ) throws(UserFailure) -> Format {
    do {
      return try JSONDecoder().decode(format, from: Data(body.utf8))
    } catch DecodingError.keyNotFound(let key, let context) {
      throw .missing(path(context.codingPath + [key]))
    } catch DecodingError.valueNotFound(_, let context) {
      throw .missing(path(context.codingPath))
    } catch DecodingError.typeMismatch(_, let context) {
      throw .wrongKind(path(context.codingPath))
    } catch {
      throw .notJSON
    }
  }

  private func path(_ keys: [any CodingKey]) -> String {
    keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
  }
}

/// A user of the first backend, which sends friends as an array of users.
private struct FlatUser: Decodable {
  let name: String
  let age: WholeNumber
  let nickname: String
}

/// A user of the second backend.
private struct NestedUser: Decodable {
  struct Names: Decodable {
    let full: String
    let short: String
  }

  let names: Names
  let years: WholeNumber
}

/// A number that fits `Int`. For others, like 20.5, a decoder reports invalid JSON without a path.
private struct WholeNumber: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    do { value = try decoder.singleValueContainer().decode(Int.self) } catch {
      guard !(error is DecodingError) else { throw error }
      throw DecodingError.typeMismatch(
        Int.self, .init(codingPath: decoder.codingPath, debugDescription: "It does not fit."))
    }
  }
}

/// The friends of a user of the second backend.
private struct FriendList: Decodable {
  let friends: [NestedUser]
}

extension DomainUser {
  fileprivate init(_ user: FlatUser) {
    self.init(name: user.name, age: user.age.value, nickname: user.nickname)
  }

  fileprivate init(_ user: NestedUser) {
    self.init(name: user.names.full, age: user.years.value, nickname: user.names.short)
  }
}
