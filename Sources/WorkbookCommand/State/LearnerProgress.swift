internal import Foundation
internal import Grading
internal import Subcommands

struct LearnerProgress: Codable, Equatable, Sendable {
  struct Entry: Codable, Equatable, Sendable {
    /// The verdict of the last check, and the fingerprint of the checked file.
    var verdict: Verdict?
    var fingerprint: String?
    var score = 0
    /// Whether it has ever passed. An edit or a reset does not change that.
    var hasPassed = false
    /// Whether the solution was shown before the exercise passed.
    var hasGivenUp = false
    var hintCount = 0
    /// The attempt that the last undo or redo restored.
    var undonePosition: Int?
  }

  private var entries: [String: Entry] = [:]

  /// An untouched exercise has an empty entry.
  subscript(exercise: String) -> Entry {
    get { entries[exercise, default: Entry()] }
    set { entries[exercise] = newValue }
  }

  mutating func record(_ result: ExerciseResult, content: Data) {
    self[result.exercise].verdict = result.verdict
    self[result.exercise].fingerprint = String(content.fingerprint, radix: 16)
    self[result.exercise].score = result.score
    if result.verdict == .pass { self[result.exercise].hasPassed = true }
  }
}

/// The status of an exercise: its last check, compared with its file now.
struct ExerciseStatus {
  enum Status: Equatable {
    case untouched
    case missing
    case unreadable
    /// The file was edited, and never checked.
    case unchecked
    case checked(Verdict, isEditedSince: Bool)
  }

  let exercise: Exercise
  let status: Status
  /// The points of the last check. 0 for an untouched exercise.
  let score: Int
  let hasPassed: Bool
  let hintCount: Int

  /// The content is nil for a missing file.
  init(
    of exercise: Exercise, _ entry: LearnerProgress.Entry, content: Result<Data?, FileError>,
    stub: Data?
  ) {
    self.exercise = exercise
    hasPassed = entry.hasPassed
    hintCount = min(max(0, entry.hintCount), 3)
    switch content {
    case .failure: (status, score) = (.unreadable, 0)
    case .success(nil): (status, score) = (.missing, 0)
    case .success(stub): (status, score) = (.untouched, 0)
    case .success(let content?):
      status =
        entry.verdict.map {
          .checked($0, isEditedSince: entry.fingerprint != String(content.fingerprint, radix: 16))
        } ?? .unchecked
      score = entry.score
    }
  }

  /// Whether its last check passed and the file was not reset since. It then has full points.
  var isSolved: Bool {
    if case .checked(.pass, _) = status { true } else { false }
  }

  /// A word for a table. A star marks an edit since the last check. An exercise that the teacher
  /// grades passes as soon as it compiles.
  var word: String {
    switch status {
    case .untouched: Verdict.todo.rawValue
    case .missing: "no file"
    case .unreadable: "unreadable"
    case .unchecked: "unchecked"
    case .checked(let verdict, let isEditedSince):
      (exercise.isGradedByTeacher && verdict == .pass ? "compiles" : verdict.rawValue)
        + (isEditedSince ? "*" : "")
    }
  }

  var words: String {
    switch status {
    case .untouched: Verdict.todo.words
    case .missing: "its file is missing; reset brings it back as it was handed out"
    case .unreadable: "its file cannot be read; doctor says why"
    case .unchecked: "edited, and not checked yet"
    case .checked(let verdict, let isEditedSince):
      verdict.words + (isEditedSince ? "; edited since" : "")
    }
  }

  /// `3 of 6`, or the kind of a rung: `fix`. A hyphen for an exercise that the teacher grades.
  var points: String {
    exercise.isGradedByTeacher ? "-" : exercise.kind.word ?? "\(score) of \(exercise.maximum)"
  }
}

extension Exercise.Kind {
  /// The kind of a rung, in a word. Nil for an exercise.
  var word: String? {
    switch self {
    case .write: nil
    case .fix: "fix"
    case .choose: "choose"
    case .predict: "predict"
    }
  }
}

/// A learner's progress in a file, which several processes may change. An error is reported and
/// does not stop a command. A file that cannot be decoded is moved aside.
struct ProgressFile {
  let folder: URL
  let complain: @Sendable (String) -> Void
  var showProgress: @Sendable (String?) -> Void = { _ in }

  var url: URL { folder.appending(path: "progress.json") }

  func load() -> LearnerProgress {
    do throws(FileError) {
      if let progress = try stored() { return progress }
      // Under the lock, because another process may move it aside too.
      let lock = try Files.lock(folder, showProgress: showProgress)
      defer { close(lock) }
      return try storedOrPutAside()
    } catch {
      complain("progress cannot be read: \(error)")
      return LearnerProgress()
    }
  }

  func update(_ change: (inout LearnerProgress) -> Void) {
    do throws(FileError) {
      let lock = try Files.lock(folder, showProgress: showProgress)
      defer { close(lock) }
      var progress = try storedOrPutAside()
      change(&progress)
      try Files.write(Data(JSONText.encode(progress).utf8), to: url)
    } catch {
      complain("progress cannot be saved: \(error)")
    }
  }

  /// Nil for a file that cannot be decoded.
  private func stored() throws(FileError) -> LearnerProgress? {
    guard let data = try Files.readIfPresent(url) else { return LearnerProgress() }
    return try? JSONDecoder().decode(LearnerProgress.self, from: data)
  }

  private func storedOrPutAside() throws(FileError) -> LearnerProgress {
    if let progress = try stored() { return progress }
    let free = (1...).lazy.map { folder.appending(path: "progress-unreadable-\($0).json") }
      .first { !FileManager.default.fileExists(atPath: $0.path) }
    guard let place = free else { return LearnerProgress() }
    do {
      try FileManager.default.moveItem(at: url, to: place)
      complain(
        "\(url.path) cannot be parsed; it was renamed to \(place.lastPathComponent). Earlier hints "
          + "and passes are lost; `swift run workbook check` restores the verdicts of your files")
    } catch {
      complain("\(url.path) cannot be parsed or renamed: \(error.localizedDescription)")
    }
    return LearnerProgress()
  }
}
