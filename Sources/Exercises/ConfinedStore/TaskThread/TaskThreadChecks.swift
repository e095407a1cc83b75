internal import Exercising

extension Exercise {
  static let taskThread: Exercise = .init(
    "TaskThread", chapter: "ConfinedStore", title: "One thread that works in order",
    solution: TaskThreadScene<TaskThread>.self,
    checks: [
      Check("All tasks run on one thread with the given name") { random in
        random.cast(.people, .threads).script(
          "enter loader; add ann; add bob; add cid; add dan; callers bob ann")
      },
      Check(
        "Tasks run in the order in which they were added, from any thread or task, without a data "
          + "race", needs: [1], findsRaces: true
      ) { random in
        let cast = random.cast(.people, .threads)
        let callers = Int.random(in: 2...4, using: &random)
        let tasks = Int.random(in: 40...90, using: &random)
        cast.script(
          "enter loader; add ann adding bob; hold; add cid adding dan; callers jake taylor; release"
        )
        cast.script("enter loader; hold", random.crowd("task").steps { "add \($0)" }, "release")
        cast.script("enter loader; count \(callers) \(tasks); add ann")
      },
      Check("A thread without a task waits until there is one", needs: [1]) { random in
        random.cast(.people, .threads).script("enter loader; add ann; rest; add bob; rest")
      },
      Check("Leaving runs the tasks that were added, and ends the thread", needs: [1]) { random in
        let cast = random.cast(.people, .threads)
        cast.script("enter loader; hold", random.crowd("task").steps { "add \($0)" }, "leave")
        cast.script("enter loader; add dan; leave")
      },
      Check(
        "After leaving, tasks are refused, without a data race; after the object's release the "
          + "thread runs its tasks and ends", needs: [4], findsRaces: true
      ) { random in
        let cast = random.cast(.people, .threads)
        cast.script("enter loader; hold; add ann adding bob; leave; add cid; leave; callers dan")
        cast.script("enter loader; hold; add bob; add ann; forget")
        cast.script("pairs loader; enter loader; add ann; forget")
      },
    ],
    misconceptions: [
      Misconception("runs-tasks-on-the-caller") {
        $0.actual.has(suffix: " on the caller's thread")
      },
      Misconception("runs-tasks-under-the-lock") {
        // The task began, and its call of `add` did not return.
        $0.lastStep.contains(" adding ") && $0.actual.dropFirst().has(suffix: " did not run")
          && !$0.actual.has(" has added ")
      },
      Misconception("polls-for-tasks", at: "rest") {
        // By the end, a timer has run the task.
        $0.actual.prefix(1).has("with nothing to do")
          || $0.actual == ["sleeps although it has a task"]
      },
      Misconception("drops-waiting-tasks", at: "leave", "forget") {
        Set($0.actual).isDisjoint(with: ["leaving is not over", "the release is not over"])
          && $0.actual.has(suffix: " is not over")
      },
      Misconception("leaves-the-thread-to-a-queue", at: "leave") {
        $0.missing == ["the thread has ended"]
      },
    ],
    solvingTypes: [
      "CallQueue", "DeliveryQueue", "JoinableThread", "KeyedSerialTasks", "SerialTasks",
      "ThreadPool",
    ])
}
