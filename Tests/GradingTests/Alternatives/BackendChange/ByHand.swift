import Exercising
import Foundation

/// Reads the answer without `Decodable`. Each value has its path.
final class BackendChange: UsersRequirements {
  private let server: any UserServer

  init(server: any UserServer) {
    self.server = server
  }

  func readUser() throws(UserFailure) -> DomainUser {
    let answer: UserAnswer
    do { answer = try server.requestUser() } catch { throw .server(error) }
    let format = try Format(version: answer.version)
    return try format.user(at: Place(json: answer.body))
  }

  func readFriends() throws(UserFailure) -> [DomainUser] {
    let answer: UserAnswer
    do { answer = try server.requestFriends() } catch { throw .server(error) }
    let format = try Format(version: answer.version)
    let whole = try Place(json: answer.body)
    let list = format == .nested ? try whole["friends"] : whole
    var friends: [DomainUser] = []
    for place in try list.elements() { friends.append(try format.user(at: place)) }
    return friends
  }
}

private enum Format {
  case flat
  case nested

  init(version: Int) throws(UserFailure) {
    switch version {
    case 1: self = .flat
    case 2: self = .nested
    default: throw .unknownVersion(version)
    }
  }

  func user(at place: Place) throws(UserFailure) -> DomainUser {
    switch self {
    case .flat:
      DomainUser(
        name: try place["name"].text(), age: try place["age"].number(),
        nickname: try place["nickname"].text())
    case .nested:
      DomainUser(
        name: try place["names"]["full"].text(), age: try place["years"].number(),
        nickname: try place["names"]["short"].text())
    }
  }
}

private struct Place {
  let value: Any
  let path: [String]

  init(json: String) throws(UserFailure) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(json.utf8)) else {
      throw .notJSON
    }
    self.init(value: value, path: [])
  }

  private init(value: Any, path: [String]) {
    self.value = value
    self.path = path
  }

  private var wrongKind: UserFailure { .wrongKind(path.joined(separator: ".")) }

  subscript(key: String) -> Place {
    get throws(UserFailure) {
      guard let fields = value as? [String: Any] else { throw wrongKind }
      let path = path + [key]
      guard let found = fields[key], !(found is NSNull) else {
        throw .missing(path.joined(separator: "."))
      }
      return Place(value: found, path: path)
    }
  }

  func elements() throws(UserFailure) -> [Place] {
    guard let values = value as? [Any] else { throw wrongKind }
    return values.enumerated().map { Place(value: $1, path: path + ["\($0)"]) }
  }

  func text() throws(UserFailure) -> String {
    guard let text = value as? String else { throw wrongKind }
    return text
  }

  func number() throws(UserFailure) -> Int {
    guard let number = value as? Int else { throw wrongKind }
    return number
  }
}
