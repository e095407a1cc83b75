/// The format of the second backend: `{"names": {"full": …, "short": …}, "years": …}`.
struct NestedUser: Decodable {
  struct Names: Decodable {
    let full: String
    let short: String
  }

  let names: Names
  let years: Int
}

extension DomainUser {
  init(_ user: NestedUser) {
    self.init(name: user.names.full, age: user.years, nickname: user.names.short)
  }
}
