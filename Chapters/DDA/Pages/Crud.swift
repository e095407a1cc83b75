import DataAccess
import Observing
import Workbook

extension Page {
  static let crud = Page(
    "crud", "Create, read, update and delete a user",
    drawnAs: .lanes
  ) { transcript in
    let scratch = try ScratchFolder()
    let users = try UserDatabase(at: scratch.database) { transcript.record($0) }
    defer { users.close() }
    let user = UserRawModel(id: 1, name: "Jake")

    try transcript.call("insert", of: "dal") { try users.insert(user) }
    transcript.line("insert \(user.id) \(user.name.value)")
    transcript.line("get 1 -> \(try get(1))")

    user.name.value = "Taylor"
    try transcript.call("update", of: "dal") { try users.update(user) }
    transcript.line("update \(user.id) \(user.name.value)")
    let all = try transcript.call(
      "all", of: "dal", returning: { users in users.joined(separator: ", ") }
    ) { try users.all().map { "\($0.id) \($0.name.value)" } }
    transcript.line("all -> \(all.joined(separator: ", "))")

    try transcript.call("delete", of: "dal") { try users.delete(user.id) }
    transcript.line("delete \(user.id)")
    transcript.line("get 1 -> \(try get(1))")

    func get(_ id: Int64, line: Int = #line) throws -> String {
      try transcript.call("get \(id)", of: "dal", returning: { $0 }, line: line) {
        try users.get(id).map { "\(type(of: $0)) \($0.name.value)" } ?? "nil"
      }
    }
  }
}
