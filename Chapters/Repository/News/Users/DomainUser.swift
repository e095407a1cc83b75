/// A user as the business layer wants it, whatever a backend sends.
struct DomainUser: Equatable, Sendable {
  let name: String
  let age: Int
  let nickname: String
}
