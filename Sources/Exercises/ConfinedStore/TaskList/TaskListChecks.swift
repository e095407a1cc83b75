internal import Exercising

extension Exercise {
  static let taskList = Exercise(
    "TaskList", .fix, chapter: "ConfinedStore", title: "A task that adds a task",
    solution: TaskListScene<TaskList>.self,
    checks: [
      Check("Tasks run in the order in which they were added, each once") { random in
        let cast = random.cast(.tasks)
        cast.script(random.crowd("task").steps { "add \($0)" }, "run")
        cast.script("add count; add draw; add load; run; add save; run")
      },
      Check("A task may add another one, which runs after those that wait") { random in
        random.cast(.tasks).script("add count adding draw; add load; run")
      },
      Check(
        "Another thread adds a task while one runs, without a data race, and does not wait for its "
          + "end", findsRaces: true
      ) { random in
        random.cast(.tasks).script("add count meanwhile draw; add load; run")
        // Repeated, because ThreadSanitizer does not always find a race at once.
        Script((0..<3).map { _ in "race \(Int.random(in: 40...90, using: &random))" })
      },
    ])
}
