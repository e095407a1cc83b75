internal import Foundation
internal import Grading
internal import Terminal

extension CommandContext {
  /// Checks the exercises now and after each save, also when they have passed, until the program is interrupted.
  func watch(_ named: [Exercise], seed: UInt32?) -> ExitStatus {
    let chosen = named.isEmpty ? [next(in: progressFile.load())].compactMap(\.self) : named
    guard !chosen.isEmpty else {
      output.line("All exercises are solved. Name one to watch it all the same.")
      return .success
    }
    let saves = SaveWatch(chosen.map { (name: $0.name, file: package.exercise($0)) })
    var isBlind = false
    let grader = grader(seed: seed ?? 1)
    var seen: [String: Data] = [:]
    var changed: Set<String>? = Set(chosen.map(\.name))
    while let names = changed {
      let contents = contents(of: chosen)
      let edited = chosen.filter { exercise in
        names.contains(exercise.name) && contents[exercise.name] != seen[exercise.name]
      }
      // A save without a change needs no second verdict.
      if !edited.isEmpty {
        if !seen.isEmpty { announceSaves(edited) }
        guard output.failure == nil else { break }
        seen = contents
        guard let result = check(edited, by: grader) else { break }
        show(result)
        output.line("")
        output.line("Watching " + chosen.map(\.name).joined(separator: ", ") + "; Ctrl-C ends it.")
      }
      guard output.failure == nil else { break }
      if !isBlind, let reason = saves.failure {
        isBlind = true
        complain(
          "the system does not report changes of files (\(reason)), so watch reads them every second"
        )
      }
      changed = environment.interruption.whileRunning({ saves.end() }) { saves.next() }
    }
    return .success
  }

  private func announceSaves(_ exercises: [Exercise]) {
    output.line("")
    output.heading(exercises.map(\.name).joined(separator: ", ") + ": saved, checking")
  }

  private func contents(of exercises: [Exercise]) -> [String: Data] {
    Dictionary(
      exercises.map { ($0.name, (try? Files.read(package.exercise($0))) ?? Data()) }
    ) { $1 }
  }
}
