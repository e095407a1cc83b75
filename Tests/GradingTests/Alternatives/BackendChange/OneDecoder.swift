import Exercising
import Foundation

/// One decodable type for both formats, which finds the version in the decoder's `userInfo`.
final class BackendChange: UsersRequirements {
  private let server: any UserServer

  init(server: any UserServer) {
    self.server = server
  }

  func readUser() throws(UserFailure) -> DomainUser {
    try translated { try self.decode(Incoming.self, try self.server.requestUser()).user }
  }

  func readFriends() throws(UserFailure) -> [DomainUser] {
    try translated { try self.decode(IncomingList.self, try self.server.requestFriends()).users }
  }

  private func decode<Format: Decodable>(_ format: Format.Type, _ answer: UserAnswer) throws
    -> Format
  {
    guard 1...2 ~= answer.version else { throw UserFailure.unknownVersion(answer.version) }
    let decoder = JSONDecoder()
    decoder.userInfo[.version] = answer.version
    return try decoder.decode(format, from: Data(answer.body.utf8))
  }

  private func translated<Value>(_ body: () throws -> Value) throws(UserFailure) -> Value {
    do { return try body() } catch {
      switch error {
      case let failure as UserFailure: throw failure
      case let problem as DataProblem: throw .server(problem)
      case DecodingError.keyNotFound(let key, let context):
        throw .missing(place(context.codingPath + [key]))
      case DecodingError.valueNotFound(_, let context): throw .missing(place(context.codingPath))
      case DecodingError.typeMismatch(_, let context): throw .wrongKind(place(context.codingPath))
      default: throw .notJSON
      }
    }
  }

  private func place(_ keys: [any CodingKey]) -> String {
    var words: [String] = []
    for key in keys { words.append(key.intValue.map { "\($0)" } ?? key.stringValue) }
    return words.joined(separator: ".")
  }
}

extension CodingUserInfoKey {
  fileprivate static var version: Self {
    guard let key = Self(rawValue: "version") else { fatalError("never: any text is a key") }
    return key
  }
}

extension Decoder {
  fileprivate var isOfSecondBackend: Bool { userInfo[.version] as? Int == 2 }
}

private enum Key: String, CodingKey {
  case name, age, nickname
  case names, full, short, years
  case friends
}

extension KeyedDecodingContainer<Key> {
  /// Decodes any JSON number, and throws unless it is whole.
  fileprivate func wholeNumber(_ key: Key) throws -> Int {
    let number = try decode(Double.self, forKey: key)
    guard let whole = Int(exactly: number) else {
      throw DecodingError.typeMismatch(
        Int.self, .init(codingPath: codingPath + [key], debugDescription: "\(number)"))
    }
    return whole
  }
}

private struct Incoming: Decodable {
  let user: DomainUser

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    if decoder.isOfSecondBackend {
      let names = try fields.nestedContainer(keyedBy: Key.self, forKey: .names)
      user = DomainUser(
        name: try names.decode(String.self, forKey: .full),
        age: try fields.wholeNumber(.years),
        nickname: try names.decode(String.self, forKey: .short))
    } else {
      user = DomainUser(
        name: try fields.decode(String.self, forKey: .name),
        age: try fields.wholeNumber(.age),
        nickname: try fields.decode(String.self, forKey: .nickname))
    }
  }
}

private struct IncomingList: Decodable {
  let users: [DomainUser]

  init(from decoder: any Decoder) throws {
    let users =
      decoder.isOfSecondBackend
      ? try decoder.container(keyedBy: Key.self).decode([Incoming].self, forKey: .friends)
      : try [Incoming](from: decoder)
    self.users = users.map(\.user)
  }
}
