/// A piece of news; two with the same id are the same one.
struct News: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  let title: String
}
