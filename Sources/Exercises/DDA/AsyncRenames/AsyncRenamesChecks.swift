internal import Exercising

extension Exercise {
  static let asyncRenames: Exercise = .init(
    "AsyncRenames", chapter: "DDA", title: "Each rename waits its turn",
    solution: { AsyncRenamesScene<AsyncRenames>() },
    checks: [
      Check("What the server accepts is saved, and then returned", points: 1) { random in
        let people = random.people(2)
        let names = random.names(4)
        let (id, other) = random.ids()
        Script(
          "rename \(people[0]) \(id) \(names[0])", "accept 1", "saved 1",
          "rename \(people[1]) \(other) \(names[1])", "accept 2 \(names[2])", "saved 2",
          "rename \(people[0]) \(id) \(names[3])", "accept 3", "saved 3")
      },
      Check("A failure reaches its caller, and the next rename follows", points: 1, needs: [1]) {
        random in
        let people = random.people(5)
        let names = random.names(5)
        let id = random.ids().0
        Script(
          "rename \(people[0]) \(id) \(names[0])", "refuse 1 \(random.problem())",
          "rename \(people[1]) \(id) \(names[1])", "accept 2",
          "unsaved 1 \(random.one(of: "full", "locked"))", "rename \(people[2]) \(id) \(names[2])",
          "accept 3", "saved 2")
        Script(
          "rename \(people[0]) \(id) \(names[0])", "rename \(people[1]) \(id) \(names[1])",
          "refuse 1 \(random.problem())", "accept 2", "saved 1")
        Script(
          "rename \(people[1]) \(id) \(names[1])", "rename \(people[2]) \(id) \(names[2])",
          "accept 1", "unsaved 1 \(random.one(of: "full", "locked"))", "accept 2", "saved 2")
      },
      Check(
        "The renames of one user come one after the other, in the order of the calls", points: 1,
        needs: [1]
      ) { random in
        let (callers, names) = (random.crowd("caller"), random.crowd("Name"))
        let id = random.ids().0
        Script(
          zip(callers, names).map { "rename \($0) \(id) \($1)" },
          (1...8).flatMap { ["accept \($0)", "saved \($0)"] })
      },
      Check("Users do not wait for each other", points: 1, needs: [3]) { random in
        let people = random.people(5)
        let names = random.names(5)
        let (id, other) = random.ids()
        Script(
          "rename \(people[0]) \(id) \(names[0])", "rename \(people[1]) \(other) \(names[1])",
          "rename \(people[2]) \(id) \(names[2])", "rename \(people[3]) \(other) \(names[3])",
          "accept 2", "accept 1", "saved 1", "accept 3", "saved 3", "saved 2",
          "rename \(people[4]) \(other) \(names[4])", "accept 4", "accept 5", "saved 4", "saved 5")
      },
      Check(
        "A rename cancelled before its turn asks nothing; one cancelled later is carried out",
        points: 1,
        needs: [3]
      ) { random in
        let people = random.people(6)
        let names = random.names(6)
        let (id, other) = random.ids()
        Script(
          "rename \(people[0]) \(id) \(names[0])", "rename \(people[1]) \(id) \(names[1])",
          "rename \(people[2]) \(id) \(names[2])", "cancel \(people[1])", "accept 1", "saved 1",
          "outcome \(people[1])", "accept 2", "saved 2", "rename \(people[3]) \(id) \(names[3])",
          "accept 3", "saved 3")
        Script(
          "rename \(people[4]) \(other) \(names[4])", "rename \(people[5]) \(other) \(names[5])",
          "cancel \(people[4])", "accept 1", "saved 1", "outcome \(people[4])", "accept 2",
          "cancel \(people[5])", "saved 2", "outcome \(people[5])")
        Script(
          "rename \(people[0]) \(id) \(names[0])", "cancel \(people[0])",
          "refuse 1 \(random.problem())", "outcome \(people[0])",
          "rename \(people[1]) \(id) \(names[1])", "accept 2", "cancel \(people[1])",
          "unsaved 1 \(random.one(of: "full", "locked"))", "outcome \(people[1])")
      },
    ],
    misconceptions: Misconception.ofAsyncRenames, runsInTasks: true,
    notes: [
      "accept": "makes the server accept that request, with another name if there is one.",
      "cancel": "cancels the task of that caller.",
      "outcome": "reports how the cancelled call has ended.",
      "refuse": "makes the server refuse that request.",
      "saved": "ends the save with that number.",
      "unsaved": "makes the save with that number fail.",
    ])
}

extension Misconception {
  static let ofAsyncRenames: [Misconception] = [
    Misconception(
      "renames-overtake-one-another",
      "The server was asked for a second rename of a user before the first was saved. An actor "
        + "runs one call at a time, but not from its beginning to its end: what runs at an `await`?"
    ) { difference in
      difference.lastVerb == "rename" && difference.expected.isEmpty
        && difference.actual.contains { $0.hasPrefix("server: request") }
    },
    Misconception(
      "all-users-wait-in-one-line",
      "A rename waited for that of another user. Which renames may not overtake one another, "
        + "and how many queues does the service need?"
    ) { difference in
      difference.lastVerb == "rename" && difference.actual.isEmpty
        && difference.expected.contains { $0.hasPrefix("server: request") }
        && difference.firstUseOfItsUser
    },
    Misconception(
      "cancellation-reaches-the-server",
      "A request was cancelled after it had been sent. The server may have renamed the user all "
        + "the same: what does the database hold then? Which task should the request belong to?"
    ) { difference in
      difference.lastVerb == "cancel" && difference.expected.isEmpty
        && difference.actual.contains { $0.hasPrefix("server:") && $0.hasSuffix(" was cancelled") }
    },
    Misconception(
      "saves-before-the-answer",
      "A name was saved before the server had accepted it. What does the database hold if the "
        + "server refuses, or accepts another name?"
    ) { difference in
      difference.lastVerb == "rename"
        && difference.unexpected.contains { $0.hasPrefix("database: save") }
    },
  ]
}

extension Difference {
  /// Whether the last step is the first rename of its user.
  fileprivate var firstUseOfItsUser: Bool {
    let user = lastStep.split(separator: " ")[2]
    return !steps.dropLast().contains { step in
      let words = step.split(separator: " ")
      return words[0] == "rename" && words[2] == user
    }
  }
}
