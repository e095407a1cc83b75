internal import Exercising

extension Exercise {
  static let nameChange = Exercise(
    "NameChange", .fix, chapter: "DDA", title: "The server answers first",
    solution: { NameChangeScene<NameChange>() },
    checks: [
      Check("A refused name changes nothing") { random in
        let names = random.names(2)
        Script("user \(names[0])", "rename \(names[1])", "look", "answer no 500", "look")
      },
      Check("An accepted name reaches the model, then the database, in the server's spelling") {
        random in
        let names = random.names(4)
        Script(
          "user \(names[0])", "rename \(names[1])", "answer yes", "look", "rename \(names[2])",
          "answer as \(names[3])", "look")
      },
    ],
    notes: ["look": "reports the model and the row."])
}
