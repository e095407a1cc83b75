internal import Foundation
internal import Grading
internal import Processes
internal import Terminal

extension CommandContext {
  /// Checks exercises once.
  func check(_ exercises: [Exercise], seed: UInt32?, asJSON: Bool) -> ExitStatus {
    guard let result = check(exercises, by: grader(seed: seed ?? 1)) else { return .failure }
    if asJSON {
      print(result.json())
    } else {
      show(result)
    }
    return result.exitStatus
  }

  /// Grades the learner's files, and stores the attempts and their verdicts. Blocks.
  ///
  /// - Returns: The result. Nil if the grading was interrupted.
  func check(_ exercises: [Exercise], by grader: Grader) -> GradingResult? {
    let contents = exercises.map { try? Files.read(package.exercise($0)) }
    let attempts = exercises.map { Grader.Attempt($0, file: package.exercise($0)) }
    let result = environment.interruption.whileRunning({ grader.cancel() }) {
      grader.grade(attempts, progress: showProgress)
    }
    environment.showProgress(nil)
    guard !environment.interruption.isSignalled else { return nil }
    record(result, of: exercises, contents: contents)
    return result
  }

  func grader(seed: UInt32, isolation: IsolationLevel? = nil) -> Grader {
    var options = Grader.Options()
    options.isolation = isolation
    options.seed = UInt64(seed)
    return Grader(package: package, options: options)
  }

  private func record(_ result: GradingResult, of exercises: [Exercise], contents: [Data?]) {
    progressFile.update { progress in
      for (index, content) in contents.enumerated() {
        guard let content, result.exercises[index].verdict != .graderError else { continue }
        progress.record(result.exercises[index], fingerprint: Fingerprint.of(content))
      }
    }
    for (index, content) in contents.enumerated() {
      guard let content, result.exercises[index].verdict != .todo else { continue }
      do {
        try self.attempts(of: exercises[index]).keep(content)
      } catch {
        complain("this attempt is not kept: \(error)")
      }
    }
  }

  /// Prints the verdicts, and the next command.
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
      let start = open.verdict == .todo ? startLines(of: open.exercise) : []
      return [""] + start + ["A hint: swift run workbook hint \(open.exercise)"]
    }
    var lines = [""]
    if result.exercises.count == 1, let solved = result.exercises.first {
      lines.append("Compare yours: swift run workbook solution \(solved.exercise)")
    }
    if let next = next(in: progressFile.load()) {
      lines.append("Next: \(next.name), \(next.folder)/Task.md")
    }
    return lines.count > 1 ? lines : []
  }

  /// Where to begin with an untouched exercise.
  private func startLines(of name: String) -> [String] {
    exercises(named: [name]).flatMap {
      ["The task: \($0.folder)/Task.md", "Your file: \($0.file)"]
    }
  }

  /// Whether the file is missing, or empty.
  private func hasNoText(_ name: String) -> Bool {
    guard let exercise = exercises(named: [name]).first else { return false }
    do throws(FileError) {
      guard let content = try Files.readIfPresent(package.exercise(exercise)) else { return true }
      return String(decoding: content, as: UTF8.self).allSatisfy(\.isWhitespace)
    } catch { return false }
  }
}

extension GradingResult {
  var exitStatus: ExitStatus {
    if exercises.contains(where: { $0.verdict == .graderError }) { return .internalError }
    return exercises.allSatisfy { $0.verdict == .pass } ? .success : .failure
  }
}

extension CommandContext {
  /// Shows the progress of the grader.
  func showProgress(_ progress: Grader.Progress) {
    switch progress {
    case .building(let exercise): environment.showProgress("building \(exercise.name) …")
    case .checking(let exercise, let number):
      environment.showProgress("checking \(exercise.name) \(number) …")
    case .done: break
    }
  }
}
