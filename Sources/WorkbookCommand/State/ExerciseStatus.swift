internal import Foundation
internal import Grading

/// The status of an exercise: its last check, compared with its file now.
struct ExerciseStatus: Equatable, Sendable {
  enum Status: Equatable, Sendable {
    /// As it was handed out.
    case untouched
    case missing
    /// Edited, and never checked.
    case unchecked
    case checked(Verdict, isEditedSince: Bool)
  }

  let status: Status
  /// Points of the last check; none for what is not begun.
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

  /// A word for a table; a star is an edit since the last check.
  var word: String {
    switch status {
    case .untouched: Verdict.todo.rawValue
    case .missing: "no file"
    case .unchecked: "unchecked"
    case .checked(let verdict, let isEditedSince): verdict.rawValue + (isEditedSince ? "*" : "")
    }
  }

  /// The same in plain words.
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
