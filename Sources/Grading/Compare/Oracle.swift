internal import Concurrency
internal import Exercising

/// Plays scripts with the reference solution, in the grader's process, for the expected events.
///
/// Keeps the events of each script for all attempts at an exercise.
final class Oracle: Sendable {
  private struct Key: Hashable {
    let exercise: String
    let script: Script
  }

  private let known = Locked<[Key: [[String]]]>([:])

  /// The events of each step. A script that must crash has none for its last step.
  ///
  /// - Throws: ``GradingError`` if the script is invalid.
  func events(_ script: Script, of exercise: Exercise) throws(GradingError) -> [[String]] {
    let key = Key(exercise: exercise.name, script: script)
    if let events = known.withLock({ $0[key] }) { return events }
    let events = try Self.play(script, with: exercise)
    known.withLock { $0[key] = events }
    return events
  }

  private static func play(
    _ script: Script, with exercise: Exercise
  ) throws(GradingError) -> [[String]] {
    var scene = exercise.reference
    let collected = Locked<[String]>([])
    let events = Events { line in collected.withLock { $0.append(line) } }
    var all: [[String]] = []
    for step in script.crash == nil ? script.steps[...] : script.steps.dropLast() {
      do { try scene.take(step, events) } catch {
        throw GradingError("A script of \(exercise.name) is wrong: \(error).")
      }
      all.append(
        collected.withLock { lines in
          defer { lines = [] }
          return lines
        })
    }
    return all
  }
}
