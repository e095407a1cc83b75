internal import Exercising

extension Exercise {
  static let asyncRenames: Exercise = .init(
    "AsyncRenames", chapter: "DDA", title: "Each rename waits its turn",
    solution: AsyncRenamesScene<AsyncRenames>.self,
    checks: [
      Check("What the server accepts is saved, and then returned") { random in
        random.cast(.people, .names, .ids).script(
          "rename ann id Ann; accept 1; saved 1; rename bob other Bob; accept 2 Cid; saved 2",
          "rename ann id Dan; accept 3; saved 3")
      },
      Check("A failure reaches its caller, and the next rename follows", needs: [1]) { random in
        let cast = random.cast(.people, .names, .ids)
        cast.script(
          "rename ann id Ann; refuse 1 \(random.problem()); rename bob id Bob; accept 2",
          "unsaved 1 \(random.one(of: "full", "locked")); rename cid id Cid; accept 3; saved 2")
        cast.script(
          "rename ann id Ann; rename bob id Bob; rename cid id Cid; refuse 1 \(random.problem())",
          "accept 2; unsaved 1 \(random.one(of: "full", "locked")); accept 3; saved 2")
      },
      Check(
        "The renames of one user come one after the other, in the order of the calls", needs: [1]
      ) { random in
        let renames = zip(random.crowd("caller"), random.crowd("Name"))
        random.cast(.ids).script(
          renames.steps { "rename \($0) id \($1)" }, (1...8).steps { "accept \($0); saved \($0)" })
      },
      Check("Users do not wait for each other", needs: [3]) { random in
        random.cast(.people, .names, .ids).script(
          "rename ann id Ann; rename bob other Bob; rename cid id Cid; rename dan other Dan",
          "accept 2; accept 1; saved 1; accept 3; saved 3; saved 2; rename jake other Jake",
          "accept 4; accept 5; saved 4; saved 5")
      },
      Check(
        "A rename cancelled before its turn asks nothing; one cancelled later is carried out",
        needs: [3]
      ) { random in
        let cast = random.cast(.people, .names, .ids)
        cast.script(
          "rename ann id Ann; rename bob id Bob; rename cid id Cid; cancel bob; accept 1; saved 1",
          "outcome bob; accept 2; saved 2; rename dan id Dan; accept 3; saved 3")
        cast.script(
          "rename jake other Jake; rename taylor other Taylor; cancel jake; accept 1; saved 1",
          "outcome jake; accept 2; cancel taylor; saved 2; outcome taylor")
        cast.script(
          "rename ann id Ann; cancel ann; refuse 1 \(random.problem()); outcome ann",
          "rename bob id Bob; accept 2; cancel bob; unsaved 1 \(random.one(of: "full", "locked"))",
          "outcome bob")
      },
    ],
    misconceptions: [
      Misconception("renames-overtake-one-another", at: "rename") {
        $0.expected.isEmpty && $0.actual.has(prefix: "server: request")
      },
      Misconception("all-users-wait-in-one-line", at: "rename") { difference in
        difference.actual.isEmpty && difference.expected.has(prefix: "server: request")
          // It is the first rename of its user.
          && difference.words(of: "rename").count { $0[2] == difference.lastWords[2] } == 1
      },
      Misconception("cancellation-reaches-the-server", at: "cancel") { difference in
        difference.expected.isEmpty
          && difference.actual.contains {
            $0.hasPrefix("server:") && $0.hasSuffix(" was cancelled")
          }
      },
      Misconception("saves-before-the-answer", at: "rename") {
        $0.unexpected.has(prefix: "database: save")
      },
    ], runsInTasks: true)
}
