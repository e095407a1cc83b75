internal import Foundation
package import Grading
internal import LayeredStorage

/// A learner's submission, read once. Files that change later have no effect.
package struct SubmissionSnapshot: Sendable, Codable, Equatable {
  package struct File: Sendable, Codable, Equatable {
    package let exercise: String
    let name: String
    /// The SHA-256 of the text. Nil if there is no text that can be graded.
    package let hash: String?
    package let refusal: SubmittedFile.Refusal?
    let modified: Date?

    /// The date of a file's last change, kept within some thousand years, as it may be damaged.
    static func modified(_ date: Date) -> Date {
      Date(timeIntervalSince1970: min(max(date.timeIntervalSince1970, -1e11), 1e11))
    }
  }

  package let learner: Learner
  package let files: [File]
  /// Files that were seen and are not graded, each with the reason.
  let unused: [String]

  /// Sentences for the teacher about files that cannot be graded and those that are unused.
  package var notes: [String] {
    let refused = SubmittedFile.Refusal.sentences(
      on: files.compactMap { file in file.refusal.map { (file.exercise, $0) } })
    let isEmpty = files.allSatisfy { $0.refusal == .missing }
    return (isEmpty ? ["“\(learner.entry)” has no file of an exercise: 0 points"] : [])
      + refused.map { "“\(learner.entry)”, \($0)" }
      + unused.map { "“\(learner.entry)”, not graded: \($0)" }
  }
}

extension SubmissionSnapshot {
  /// Reads the files of a learner, and returns their texts by their hashes too.
  static func read(
    _ submission: Submission, of learner: Learner, exercises: [Exercise],
    by read: (URL) throws(SubmittedFile.Refusal) -> String = SubmittedFile.text(of:)
  ) -> (SubmissionSnapshot, texts: [String: String]) {
    var texts: [String: String] = [:]
    let files = exercises.map { exercise in
      let url = submission.file(for: exercise)
      let (text, modified) = Self.read(url) { () throws(SubmittedFile.Refusal) in
        try submission.text(of: exercise, read: read)
      }
      var (hash, refusal): (String?, SubmittedFile.Refusal?)
      switch text {
      case .success(let text):
        let digest = SHA256.hex(text)
        texts[digest] = text
        hash = digest
      case .failure(.missing): refusal = submission.refusal ?? .missing
      case .failure(let reason): refusal = reason
      }
      return File(
        exercise: exercise.name, name: url.lastPathComponent, hash: hash, refusal: refusal,
        modified: modified)
    }
    return (Self(learner: learner, files: files, unused: submission.unused), texts)
  }

  /// Reads a file, and again if it was saved meanwhile, so that half a text is never graded.
  private static func read(
    _ url: URL, by read: () throws(SubmittedFile.Refusal) -> String
  ) -> (Result<String, SubmittedFile.Refusal>, Date?) {
    var before = FileFingerprint(of: url.path)
    for _ in 0..<3 {
      let text = Result { () throws(SubmittedFile.Refusal) in try read() }
      let after = FileFingerprint(of: url.path)
      if before == after { return (text, after.isMissing ? nil : File.modified(after.modified)) }
      before = after
    }
    let refusal = SubmittedFile.Refusal(
      verdict: .graderError,
      sentence: "The file changed while it was read: grade again when no program is writing to it.")
    return (.failure(refusal), nil)
  }
}

extension [SubmissionSnapshot.File] {
  /// The last change of the files that were read.
  var lastChange: Date? { filter { $0.hash != nil }.compactMap(\.modified).max() }

  /// Whether Canvas has marked one of the files as late. Nil if no name is from Canvas, or in a
  /// learner's folder, where learners may choose such names.
  func areLateInCanvas(_ learner: Learner?) -> Bool? {
    // Moodle's folders end with other words.
    guard let learner, let number = learner.identifier, learner.entry.hasSuffix("_\(number)")
    else { return nil }
    let marks = filter { $0.hash != nil }.compactMap { CanvasName($0.name)?.isLate }
    return marks.isEmpty ? nil : marks.contains(true)
  }
}
