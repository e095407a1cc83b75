import DataAccess
import Observing
import Workbook

extension Page {
  static let crud = Page(
    "crud", "Create, read, update, delete, and no other rule",
    drawnAs: .lanes
  ) { transcript in
    let scratch = try Scratch()
    let users = try UserDatabase(at: scratch.database, .recorded(in: transcript))
    defer { users.close() }
    let user = UserRawModel(id: 1, name: "Jake")

    try users.insert(user)
    transcript.line("insert \(user.id) \(user.name.value)")
    transcript.line("get 1 -> \(described(try users.get(1)))")

    user.name.value = "Taylor"
    try users.update(user)
    transcript.line("update \(user.id) \(user.name.value)")
    let all = try users.all().map { "\($0.id) \($0.name.value)" }
    transcript.line("all -> \(all.joined(separator: ", "))")

    try users.delete(user.id)
    transcript.line("delete \(user.id)")
    transcript.line("get 1 -> \(described(try users.get(1)))")
  }

  private static func described(_ user: UserRawModel?) -> String {
    user.map { "\(type(of: $0)) \($0.name.value)" } ?? "nil"
  }
}
