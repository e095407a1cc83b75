internal import Foundation
internal import Grading
internal import Subcommands
internal import Terminal

/// The contents of an exercise's file at each check, reset and undo, which are never changed:
/// `.workbook/attempts/NAME/0001.swift`, or `0001.txt` for a prediction.
struct Attempts {
  struct Attempt: Equatable {
    let number: Int
    let content: Data
  }

  let exercise: String
  /// The folder `.workbook`.
  let state: URL
  var fileExtension = "swift"
  var showProgress: @Sendable (String?) -> Void = { _ in }

  var folder: URL { state.appending(path: "attempts").appending(path: exercise) }

  func all() throws(FileError) -> [Attempt] {
    try numbers().map { number throws(FileError) in
      Attempt(number: number, content: try Files.read(url(number)))
    }
  }

  /// Stores a content, unless it equals the last attempt, and returns its number.
  @discardableResult
  func keep(_ content: Data) throws(FileError) -> Int {
    let lock = try Files.lock(state, showProgress: showProgress)
    defer { close(lock) }
    let last = try numbers().last
    if let last, try Files.read(url(last)) == content { return last }
    let number = (last ?? 0) + 1
    try Files.write(content, to: url(number))
    return number
  }

  func url(_ number: Int) -> URL {
    folder.appending(path: String(format: "%04ld", number) + ".\(fileExtension)")
  }

  private func numbers() throws(FileError) -> [Int] {
    // Without the list, a new attempt would replace the first one.
    try Files.names(in: folder).filter { $0.hasSuffix(".\(fileExtension)") }
      .compactMap { $0.wholeMatch(of: /(\d{4}|[1-9]\d{4,17})\.\w+/).flatMap { Int($0.output.1) } }
      .sorted()
  }
}

/// The effects of an undo and a redo of an exercise.
struct UndoPlan {
  /// The current content, if it is not an attempt yet, so that an undo stores it first.
  let unkept: Data?
  /// The attempt that an undo restores. Nil if there is no previous one.
  let target: Attempts.Attempt?
  /// The attempt that a redo restores. Nil without one, or if the current content is no attempt.
  let next: Attempts.Attempt?

  /// The stub is not stored. Of equal attempts, `position` is the one that was restored last.
  init(current: Data?, stub: Data, attempts: [Attempts.Attempt], position: Int?) {
    let same = attempts.indices.filter { attempts[$0].content == current }
    let place = same.first { attempts[$0].number == position } ?? same.last
    unkept = place == nil && current != stub ? current : nil
    target = attempts[..<(place ?? attempts.count)].last { $0.content != current }
    next = place.flatMap { attempts[$0...].first { $0.content != current } }
  }
}

extension CommandContext {
  func attempts(of exercise: Exercise) -> Attempts {
    Attempts(
      exercise: exercise.name, state: state,
      fileExtension: package.exercise(exercise).pathExtension,
      showProgress: environment.showProgress)
  }

  func undoPlan(for exercise: Exercise) throws -> UndoPlan {
    UndoPlan(
      current: try Files.readIfPresent(package.exercise(exercise)),
      stub: try Files.read(package.stub(exercise)),
      attempts: try attempts(of: exercise).all(),
      position: progressFile.load()[exercise.name].undonePosition)
  }

  /// Replaces the learner's file with an attempt, or with the stub if `number` is nil. First stores
  /// `unkept` as an attempt.
  func replace(
    _ exercise: Exercise, with content: Data, from number: Int? = nil, keeping unkept: Data? = nil
  ) throws {
    let attempts = attempts(of: exercise)
    let kept = try unkept.map { attempts.url(try attempts.keep($0)).lastPathComponent }
    try Files.write(content, to: package.exercise(exercise))
    progressFile.update { $0[exercise.name].undonePosition = number }
    output.line(
      "\(exercise.name) is " + (number.map { "back at attempt \($0)." } ?? "as it was handed out."))
    if let kept {
      output.line("The previous content is kept: .workbook/attempts/\(exercise.name)/\(kept)")
    }
  }

  var progressFile: ProgressFile {
    ProgressFile(
      folder: state, complain: { [console] in console.complain("workbook: \($0)") },
      showProgress: environment.showProgress)
  }

  /// An exercise whose progress entry was edited to invalid points counts as unchecked.
  func status(of exercise: Exercise, in progress: LearnerProgress) -> ExerciseStatus {
    let entry = progress[exercise.name]
    let file = package.exercise(exercise)
    return ExerciseStatus(
      of: exercise,
      (0...exercise.maximum).contains(entry.score) ? entry : LearnerProgress.Entry(),
      content: Result { () throws(FileError) in try Files.readIfPresent(file) },
      stub: try? Files.read(package.stub(exercise)))
  }

  /// The first exercise that has never passed, preferably one that was not given up.
  func next(in progress: LearnerProgress) -> Exercise? {
    let open = exercises.filter { !progress[$0.name].hasPassed }
    return open.first { !progress[$0.name].hasGivenUp } ?? open.first
  }
}
