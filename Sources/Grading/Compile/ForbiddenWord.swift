/// A word that is not allowed in an exercise's file, because the file could replace the scene or functions of the system
/// with it, because it names a type that solves the exercise, or because it leaves the tasks of a script.
///
/// The search includes comments, so that it does not depend on a parser.
struct ForbiddenWord: Hashable {
  /// As in the file.
  let word: String
  /// Counted from 1.
  let line: Int
  private let reason: String

  /// The first forbidden word in a text. Nil if there is none.
  ///
  /// - Parameters:
  ///   - source: The text of a learner's file.
  ///   - main: The text of the exercise's `Main.swift`, whose scene the file may not name.
  ///   - solvingTypes: The types that solve the exercise.
  ///   - runsInTasks: Whether the exercise allows tasks only.
  init?(
    in source: String, besides main: String, solvingTypes: Set<String> = [],
    runsInTasks: Bool = false
  ) {
    let scenes = Set(main.matches(of: /\w*Scene\b/).map { String($0.output) } + ["Scene"])
    let lines = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if let attribute = line.firstMatch(of: Self.attribute) {
        self.init(
          String(attribute.output.1), index + 1,
          "is not allowed in an exercise: no solution needs it")
        return
      }
      let words = line.matches(of: /\w+/).map { String($0.output) }
      if let scene = words.first(where: scenes.contains) {
        self.init(scene, index + 1, "is the name of the scene: choose another one")
        return
      }
      if let type = words.first(where: solvingTypes.contains) {
        self.init(type, index + 1, "solves the exercise: write that part yourself")
        return
      }
      let yield = line.firstMatch(of: /\.\s*(yield)\s*\(\s*\)/).map { String($0.output.1) }
      if runsInTasks, let word = words.first(where: Self.outsideTasks.contains) ?? yield {
        self.init(
          word, index + 1, "leaves the thread on which a script runs all tasks: wait for a task")
        return
      }
    }
    return nil
  }

  private init(_ word: String, _ line: Int, _ reason: String) {
    (self.word, self.line, self.reason) = (word, line, reason)
  }

  /// In the form of a compiler's error.
  func message(in file: String) -> String { "\(file):\(line): error: “\(word)” \(reason)" }

  /// Threads, queues, timers and other executors. What they run cannot be awaited step by step. The runtime itself lets a
  /// `Task.yield()` in an actor continue elsewhere.
  private static let outsideTasks: Set<String> = [
    "CallQueue", "DeliveryQueue", "JoinableThread", "KeyedSerialTasks", "SerialTasks", "ThreadPool",
    "DispatchGroup", "DispatchQueue", "DispatchSemaphore", "DispatchSource", "MainActor",
    "OperationQueue", "RunLoop", "Thread", "Timer", "globalConcurrentExecutor", "pthread_create",
    "sleep", "usleep",
  ]

  /// Attributes that name functions for the linker, place data in sections or open other modules, and all unofficial ones.
  private static var attribute: Regex<(Substring, Substring)> {
    /(?:^|[^\w.])(@`?(?:_\w+|abi|c|extern|implementation|section|testable|used)\b)/
  }
}
