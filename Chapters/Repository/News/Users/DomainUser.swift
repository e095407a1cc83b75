/// A user as the business layer needs it, independent of any backend's format.
struct DomainUser: Equatable, Sendable {
  let name: String
  let age: Int
  let nickname: String
}
