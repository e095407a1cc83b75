internal import Foundation
internal import Grading
internal import Processes
internal import Subcommands
internal import Terminal

struct WatchCommand: Subcommand {
  static let summary = "check again after each save"
  static let explanation =
    "Checks your next exercise, or the named ones, and again after each save until Ctrl-C, even "
    + "after they have passed. Names what each save has changed: the lines, and the verdicts. On "
    + "a terminal, each report starts at the top of the window; scroll up for the earlier ones."

  let words = Words(exercises: 0...Int.max)
  let seed = Option.seed

  func run(in context: CommandContext) throws -> ExitStatus {
    try context.requireTemporaryFiles()
    let chosen =
      words.exercises.isEmpty
      ? [context.next(in: context.progressFile.load())].compactMap(\.self) : words.exercises
    guard !chosen.isEmpty else {
      context.output.line("All exercises are solved. Name one to watch it all the same.")
      return .success
    }
    let grader = context.grader(seed: UInt64(seed.value ?? 1))
    var seen: [String: Data]?
    var results: [String: ExerciseResult] = [:]
    repeat {
      let contents = stableContents(of: chosen, after: seen ?? [:], in: context)
      let edited = chosen.filter { seen == nil || contents[$0.name] != seen?[$0.name] }
      guard !edited.isEmpty else { continue }
      if let seen { announceSaves(edited, from: seen, to: contents, in: context) }
      guard context.output.failure == nil else { break }
      seen = contents
      guard let result = context.check(edited, by: grader) else { break }
      context.show(result)
      for result in result.exercises {
        let previous = results.updateValue(result, forKey: result.exercise)
        let changes = result.changes(since: previous)
        guard !changes.isEmpty else { continue }
        context.output.line("")
        context.output.line("Since the last save:")
        changes.flatMap { $0.wrapped(indentation: "  ") }.forEach(context.output.line)
      }
      context.output.line("")
      context.output.line(
        "Watching " + chosen.map(\.name).joined(separator: ", ") + "; press Ctrl-C to stop.")
    } while context.output.failure == nil && pause(in: context)
    return .success
  }

  /// Waits before the files are read again. Returns false if there is no reason to.
  private func pause(in context: CommandContext) -> Bool {
    let interrupted = DispatchSemaphore(value: 0)
    return context.environment.interruption.whileRunning({ interrupted.signal() }) {
      interrupted.wait(timeout: .now() + 0.2) == .timedOut && StandardStream.output.hasReader
    }
  }

  /// Begins the report of a save. On a terminal, scrolls earlier output up and begins at the top.
  private func announceSaves(
    _ exercises: [Exercise], from old: [String: Data], to new: [String: Data],
    in context: CommandContext
  ) {
    context.output.line("")
    if context.console.isStyled, let rows = context.environment.terminalRows() {
      // Line feeds scroll the screen's content up. Clearing alone would erase it.
      context.output.line(String(repeating: "\n", count: max(rows - 1, 0)) + "\u{1B}[H\u{1B}[J")
    }
    context.output.heading(exercises.map(\.name).joined(separator: ", ") + ": saved, checking")
    for exercise in exercises {
      guard new[exercise.name] != nil else {
        context.output.line("  \(exercise.file) is missing")
        continue
      }
      let texts = [old, new].map { String(decoding: $0[exercise.name] ?? Data(), as: UTF8.self) }
      context.output.line(
        "  \(exercise.file): \(UnifiedDiff(from: texts[0], to: texts[1]).summary)")
    }
  }

  /// The contents of the files. An editor may empty a file before it writes it, so a file that is
  /// missing, empty or shorter than before is read again until it stays the same.
  private func stableContents(
    of exercises: [Exercise], after seen: [String: Data], in context: CommandContext
  ) -> [String: Data] {
    let read = {
      exercises.reduce(into: [:]) { contents, exercise in
        contents[exercise.name] = try? Files.read(context.package.exercise(exercise))
      }
    }
    var contents: [String: Data] = read()
    while !context.environment.interruption.isSignalled,
      exercises.contains(where: { exercise in
        let (new, old) = (contents[exercise.name], seen[exercise.name])
        return new != old && (new?.count ?? 0) < max(old?.count ?? 0, 1)
      })
    {
      context.environment.settle()
      let later = read()
      if later == contents { break }
      contents = later
    }
    return contents
  }
}

extension ExerciseResult {
  /// The verdicts that a save has changed: `1.3 PASS, which was FAIL: A disposed observer receives
  /// nothing more`. One line for all checks of a file that does not compile.
  func changes(since old: ExerciseResult?) -> [String] {
    let before = Dictionary((old?.checks ?? []).map { ($0.number, $0.verdict) }) { $1 }
    let changed = checks.compactMap { check -> (check: CheckResult, old: Verdict)? in
      guard let old = before[check.number], old != check.verdict else { return nil }
      return (check, old)
    }
    guard verdict == .build, changed.count > 1 else {
      return changed.map { check, old in
        "\(check.number) \(check.verdict.rawValue), which was \(old.rawValue): \(check.name)"
      }
    }
    let passed = changed.count { $0.old == .pass }
    return [
      "all checks are \(Verdict.build.rawValue) now"
        + (passed > 0 ? "; \(passed) of them \(passed == 1 ? "was" : "were") PASS" : "")
    ]
  }
}
