internal import Foundation
internal import Grading

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
    /// The number of hints that were shown.
    var hintCount = 0
    /// The attempt that the last undo or redo restored.
    var undonePosition: Int?
  }

  private var entries: [String: Entry] = [:]

  /// The entries by the names of the exercises. An untouched exercise has an empty entry.
  subscript(exercise: String) -> Entry {
    get { entries[exercise, default: Entry()] }
    set { entries[exercise] = newValue }
  }

  mutating func record(_ result: ExerciseResult, fingerprint: String) {
    self[result.exercise].verdict = result.verdict
    self[result.exercise].fingerprint = fingerprint
    self[result.exercise].score = result.score
    if result.verdict == .pass { self[result.exercise].hasPassed = true }
  }
}

/// The status of an exercise: its last check, compared with its file now.
struct ExerciseStatus: Equatable, Sendable {
  enum Status: Equatable, Sendable {
    case untouched
    case missing
    /// The file was edited, and never checked.
    case unchecked
    case checked(Verdict, isEditedSince: Bool)
  }

  let status: Status
  /// The points of the last check. 0 for an untouched exercise.
  let score: Int
  let hasPassed: Bool

  init(_ entry: LearnerProgress.Entry, content: Data?, stub: Data?) {
    hasPassed = entry.hasPassed
    if let content, content != stub {
      status =
        entry.verdict.map {
          .checked($0, isEditedSince: entry.fingerprint != Fingerprint.of(content))
        } ?? .unchecked
      score = entry.score
    } else {
      status = content == nil ? .missing : .untouched
      score = 0
    }
  }

  /// Whether its last check passed and the file was not reset since. It then has full points.
  var isSolved: Bool {
    if case .checked(.pass, _) = status { true } else { false }
  }

  /// A word for a table. A star marks an edit since the last check.
  var word: String {
    switch status {
    case .untouched: Verdict.todo.rawValue
    case .missing: "no file"
    case .unchecked: "unchecked"
    case .checked(let verdict, let isEditedSince): verdict.rawValue + (isEditedSince ? "*" : "")
    }
  }

  var words: String {
    switch status {
    case .untouched: Verdict.todo.words
    case .missing: "its file is missing; reset brings it back"
    case .unchecked: "edited, and not checked yet"
    case .checked(let verdict, let isEditedSince):
      verdict.words + (isEditedSince ? "; edited since" : "")
    }
  }
}

/// A fingerprint of a file's content, which is equal on all machines (FNV-1a, 64 bits).
enum Fingerprint {
  static func of(_ bytes: Data) -> String {
    let hash = bytes.reduce(into: 0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}
