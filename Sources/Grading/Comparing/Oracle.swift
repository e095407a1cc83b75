internal import Concurrency
internal import Exercising

/// What must happen: the script played with the reference solution, in the grader's own process.
enum Oracle {
  /// The events of each step; for a script that must end in a crash, of each step but the last.
  ///
  /// - Throws: ``Trouble`` when the script is wrong.
  static func events(_ script: Script, of exercise: Exercise) throws(Trouble) -> [[String]] {
    guard var scene = exercise.reference else {
      throw Trouble("\(exercise.name) has no reference solution.")
    }
    let heard = Locked<[String]>([])
    let events = Events { line in heard.withLock { $0.append(line) } }
    var all: [[String]] = []
    for step in script.crash == nil ? script.steps[...] : script.steps.dropLast() {
      do { try scene.take(step, events) } catch {
        throw Trouble("A script of \(exercise.name) is wrong: \(error).")
      }
      all.append(
        heard.withLock { lines in
          defer { lines = [] }
          return lines
        })
    }
    return all
  }
}
