/// What the first backend sends: `{"name": …, "age": …, "nickname": …}`.
struct FlatUser: Decodable {
  let name: String
  let age: Int
  let nickname: String
}

extension DomainUser {
  init(_ user: FlatUser) {
    self.init(name: user.name, age: user.age, nickname: user.nickname)
  }
}
