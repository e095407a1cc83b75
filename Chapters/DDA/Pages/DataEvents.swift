import DataAccess
import Observing
import Workbook

extension Page {
  static let dataEvents = Page(
    "data-events", "What a commit has changed: one row, or many at once"
  ) { transcript in
    let scratch = try Scratch()
    let users = try UserDatabase(at: scratch.database, .recorded(in: transcript))
    defer { users.close() }
    let observation = users.observe(on: .workingThread) { event in
      transcript.line("event: \(described(event))")
    }
    defer { observation.end() }
    let user = UserRawModel(id: 1, name: "Jake")

    try users.save(user)
    user.name.value = "Taylor"
    try users.save(user)
    try users.delete(user.id)
    try users.insert((1...100).map { UserRawModel(id: $0, name: "Ann \($0)") })
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
