internal import Exercising

extension Exercise {
  static let renameService: Exercise = .init(
    "RenameService", chapter: "DDA", title: "Server, model, view, database",
    solution: RenameScene<RenameService>.self,
    checks: [
      Check("The server is asked first, then model, view and database change") { random in
        let cast = random.cast(.names, .ids)
        cast.script(
          "user id Ann; user other Bob; launch; rename id Cid; answer id yes; look id",
          "rename other Dan; answer other as Jake; look other")
        cast.script(
          "user id Ann; launch; rename id \"\"; answer id as Bob",
          "rename id \(cast["Cid"])-whose-name-is-long; answer id yes")
      },
      Check("A refused request changes nothing and is reported", needs: [1]) { random in
        let cast = random.cast(.names, .ids)
        let reason = random.one(of: "404", "409", "500", "offline")
        cast.script(
          "user id Ann; user other Bob; launch; rename id Cid; answer id no \(reason); look id",
          "rename id Dan; answer id yes; rename other Ann; answer other no \(reason); look other",
          "save-again")
      },
      Check(
        "A name that could not be saved stays in the model, is noted, and can be saved later",
        needs: [1]
      ) { random in
        let cast = random.cast(.names, .ids)
        let problem = random.one(of: "full", "locked", "read-only")
        Cast().script(random.unsavedNames(), "database works; save-again")
        cast.script(
          "user id Ann; user other Bob; launch; database \(problem); rename other Cid",
          "answer other as Taylor; rename id Dan; answer id yes; rename id Jake; answer id yes",
          "look id; save-again; database works; save-again; look other; look id; save-again")
      },
      Check("The next launch shows the noted names and saves them", needs: [1]) { random in
        let cast = random.cast(.names, .ids)
        let problem = random.one(of: "full", "locked", "read-only")
        Cast().script(random.unsavedNames(), "database works; launch")
        cast.script(
          "user id Ann; user other Bob; launch; database \(problem); rename other Cid",
          "answer other yes; rename id Dan; answer id yes; launch; look id; database works; launch",
          "look id; look other; launch")
        cast.script(
          "user id Ann; launch; database \(problem); rename id Bob; answer id yes; database works",
          "rename id Cid; answer id yes; look id; launch")
      },
      Check("Renames of one user are serial, and users do not wait for each other", needs: [1]) {
        random in
        let cast = random.cast(.names, .ids)
        cast.script(
          "user id Ann; launch", random.crowd("Name").steps { "rename id \($0)" },
          (1...8).steps { _ in "answer id yes" })
        cast.script(
          "user id Ann; user other Bob; launch; rename id Cid; rename id Dan; rename id Jake",
          "rename other Taylor; answer other yes; answer id no 500; answer id yes; database full",
          "answer id yes; look id")
        cast.script(
          "user id Ann; launch; rename id Bob then rename id Cid; answer id yes",
          "rename id Dan then rename id Jake; rename id Taylor; answer id yes; answer id yes",
          "answer id yes; answer id yes; server at-once; rename id Bob then rename id Cid",
          "rename id Ann; look id")
      },
    ],
    misconceptions: [
      Misconception("changes-before-the-answer", at: "rename") { $0.adds(prefix: "rawModel") },
      Misconception("checks-the-name", at: "rename") { difference in
        difference.expected.has(prefix: "server") && !difference.actual.has(prefix: "server")
          && difference.lastWords.dropFirst(2).prefix(1).contains { $0 == "\"\"" || $0.count > 20 }
      },
      Misconception("restores-the-old-name", at: "answer") { difference in
        difference.expected.has(prefix: "completed")
          && difference.actual.count { $0.hasPrefix("rawModel") }
            > difference.expected.count { $0.hasPrefix("rawModel") }
      },
      Misconception("forgets-what-was-not-saved", at: "answer") { difference in
        !difference.actual.has(prefix: "note")
          && difference.missing.allSatisfy { $0.hasPrefix("note") } && difference.unexpected.isEmpty
          && difference.actual.has(", did not save ")
      },
      Misconception("sends-requests-in-parallel", at: "rename") { $0.adds(prefix: "server") },
    ])
}

extension SeededGenerator {
  /// Steps after which the names of eight users are noted and not saved.
  fileprivate mutating func unsavedNames() -> String {
    let users = (1...8).shuffled(using: &self)
    let renames = zip(users, crowd("Name")).steps { "rename \($0) \($1); answer \($0) yes" }
    return "\(users.steps { "user \($0) Ann" }); launch; database full; \(renames)"
  }
}
