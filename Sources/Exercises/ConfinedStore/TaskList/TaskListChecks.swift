internal import Exercising

extension Exercise {
  static let taskList = Exercise(
    "TaskList", .fix, chapter: "ConfinedStore", title: "A task that adds a task",
    solution: { TaskListScene<TaskList>() },
    checks: [
      Check("Tasks run in the order in which they were added, each once") { random in
        let tasks = random.tasks(4)
        Script(random.crowd("task").map { "add \($0)" }, ["run"])
        Script(
          "add \(tasks[0])", "add \(tasks[1])", "add \(tasks[2])", "run", "add \(tasks[3])", "run")
      },
      Check("A task may add another one, which runs after those that wait") { random in
        let tasks = random.tasks(3)
        Script("add \(tasks[0]) adding \(tasks[1])", "add \(tasks[2])", "run")
      },
      Check(
        "Another thread adds a task while one runs, without a data race, and does not wait for its "
          + "end", findsRaces: true
      ) { random in
        let tasks = random.tasks(3)
        Script("add \(tasks[0]) meanwhile \(tasks[1])", "add \(tasks[2])", "run")
        // Repeated, because ThreadSanitizer does not always find a race at once.
        Script((0..<3).map { _ in "race \(Int.random(in: 40...90, using: &random))" })
      },
    ],
    notes: [
      "race": "makes one thread add tasks while another one runs them.",
      "… adding": "is a task that adds the second one.",
      "… meanwhile": "is a task during which another thread adds the second one.",
    ])
}

extension SeededGenerator {
  fileprivate mutating func tasks(_ count: Int) -> [String] {
    Array(["count", "draw", "load", "save", "sort"].shuffled(using: &self).prefix(count))
  }
}
