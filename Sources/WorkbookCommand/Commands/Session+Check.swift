internal import Foundation
internal import Grading
internal import Terminal

extension Session {
  /// Checks exercises once.
  func check(_ exercises: [Exercise], seed: UInt32?, asJSON: Bool) -> ExitStatus {
    let checking = Checking(self, seed: seed)
    guard let result = checking.check(exercises) else { return .failure }
    if asJSON {
      print(result.json())
    } else {
      show(result)
    }
    return result.exitStatus
  }

  /// Prints verdicts, and what may help on.
  func show(_ result: GradingResult) {
    print(
      result.text(listsAllChecks: result.exercises.map(\.verdict) == [.pass]) { line in
        console.isStyled ? Style.bold(line) : line
      })
    for line in advice(after: result) { output.line(line) }
  }

  private func advice(after result: GradingResult) -> [String] {
    if result.exercises.contains(where: { $0.verdict == .graderError }) {
      return ["", "What is wrong, and what to do about it: swift run workbook doctor"]
    }
    if let open = result.exercises.first(where: { $0.verdict != .pass }) {
      if hasNoText(open.exercise) {
        return ["", "The stub again: swift run workbook reset \(open.exercise)"]
      }
      return ["", "A hint: swift run workbook hint \(open.exercise)"]
    }
    var lines = [""]
    if result.exercises.count == 1, let solved = result.exercises.first {
      lines.append("Compare yours: swift run workbook solution \(solved.exercise)")
    }
    if let next = next(in: progressFile.load()) {
      lines.append("Next: \(next.name), \(next.folder)/Exercise.swift")
    }
    return lines.count > 1 ? lines : []
  }

  /// Whether the file is missing, or empty.
  private func hasNoText(_ name: String) -> Bool {
    guard let exercise = exercises(named: [name]).first else { return false }
    do throws(FileTrouble) {
      guard let content = try Files.readIfPresent(package.exercise(exercise)) else { return true }
      return String(decoding: content, as: UTF8.self).allSatisfy(\.isWhitespace)
    } catch { return false }
  }
}

extension GradingResult {
  fileprivate var exitStatus: ExitStatus {
    if exercises.contains(where: { $0.verdict == .graderError }) { return .internalError }
    return exercises.allSatisfy { $0.verdict == .pass } ? .success : .failure
  }
}

/// A grader for a learner's own files, which keeps what was attempted and how it came out.
struct Checking {
  private let session: Session
  private let grader: Grader

  init(_ session: Session, seed: UInt32?) {
    self.session = session
    var options = Grader.Options()
    options.seed = UInt64(seed ?? 1)
    grader = Grader(package: session.package, options: options)
  }

  /// Grades the files as they are; blocks.
  ///
  /// - Returns: nil when it was interrupted.
  func check(_ exercises: [Exercise]) -> GradingResult? {
    let contents = exercises.map { try? Files.read(session.package.exercise($0)) }
    let attempts = exercises.map { Grader.Attempt($0, file: session.package.exercise($0)) }
    let result = session.surroundings.interruption.whileRunning({ [grader] in grader.cancel() }) {
      grader.grade(attempts) { progress in session.tell(progress) }
    }
    session.surroundings.showProgress(nil)
    guard !session.surroundings.interruption.hasCome else { return nil }
    keep(contents, of: exercises, result)
    return result
  }

  private func keep(_ contents: [Data?], of exercises: [Exercise], _ result: GradingResult) {
    session.progressFile.update { progress in
      for (index, content) in contents.enumerated() {
        guard let content, result.exercises[index].verdict != .graderError else { continue }
        progress.record(result.exercises[index], fingerprint: Fingerprint.of(content))
      }
    }
    for (index, content) in contents.enumerated() {
      guard let content, result.exercises[index].verdict != .todo else { continue }
      do {
        try session.attempts(of: exercises[index]).keep(content)
      } catch {
        session.complain("this attempt is not kept: \(error)")
      }
    }
  }
}

extension Session {
  /// How far the grader is.
  func tell(_ progress: Grader.Progress) {
    switch progress {
    case .building(let exercise): surroundings.showProgress("building \(exercise.name) …")
    case .checking(let exercise, let number):
      surroundings.showProgress("checking \(exercise.name) \(number) …")
    case .done: break
    }
  }
}
