internal import Exercising

extension Exercise {
  static let nameChange = Exercise(
    "NameChange", .fix, chapter: "DDA", title: "The server answers first",
    solution: NameChangeScene<NameChange>.self,
    checks: [
      Check("A refused name changes nothing") { random in
        random.cast(.names).script("user Ann; rename Bob; look; answer no 500; look")
      },
      Check("An accepted name reaches the model, then the database, in the server's spelling") {
        random in
        random.cast(.names).script(
          "user Ann; rename Bob; answer yes; look; rename Cid; answer as Dan; look")
      },
    ])
}
