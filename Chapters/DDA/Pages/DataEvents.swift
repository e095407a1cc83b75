import DataAccess
import Observing
import Workbook

extension Page {
  static let dataEvents = Page(
    "data-events", "What does an observer of the table receive?"
  ) { transcript in
    let scratch = try ScratchFolder()
    let users = try UserDatabase(at: scratch.database) { transcript.record($0) }
    defer { users.close() }
    let observation = users.observe(on: .workingThread) { event in
      transcript.record(.send, described(event), from: "dal", to: "observer")
      transcript.line("event: \(described(event))")
    }
    defer { observation.end() }
    let user = UserRawModel(id: 1, name: "Jake")

    try transcript.call("save Jake", of: "dal") { try users.save(user) }
    user.name.value = "Taylor"
    try transcript.call("save Taylor", of: "dal") { try users.save(user) }
    try transcript.call("delete 1", of: "dal") { try users.delete(user.id) }
    let many = (1...100).map { UserRawModel(id: $0, name: "Ann \($0)") }
    try transcript.call("insert \(many.count) users", of: "dal") { try users.insert(many) }
  }

  private static func described(_ event: DataEvent) -> String {
    switch event {
    case .insert(let id): "insert \(id)"
    case .update(let id): "update \(id)"
    case .delete(let id): "delete \(id)"
    case .refresh(let count): "refresh \(count) rows"
    }
  }
}
