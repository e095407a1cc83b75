internal import Foundation

extension GradingResult {
  /// The whole result as JSON, for programs: `--json`.
  package func json() -> String { JSONText.encode(JSONReport(self)) }
}

/// `data-layer-workbook/grading/v1`. Keys may be added to it, and are never removed or changed.
struct JSONReport: Codable, Equatable {
  struct Exercise: Codable, Equatable {
    var name: String
    var chapter: String
    var verdict: Verdict
    var words: String
    var score: Int
    var maximum: Int
    var seconds: Double
    var message: String?
    var sha256: String?
    var review: [ReviewLine]
    var checks: [CheckResult]
  }

  struct Work: Codable, Equatable {
    var name: String
    var date: String
    var unused: [String]
  }

  var schema = "data-layer-workbook/grading/v1"
  var workbook = WorkbookVersion.current
  var toolchain: String
  var seed: UInt64
  var isolation: String
  var score: Int
  var maximum: Int
  var seconds: Double
  var work: Work?
  var exercises: [Exercise]

  init(_ result: GradingResult) {
    toolchain = result.toolchain
    seed = result.seed
    isolation = result.isolation.rawValue
    score = result.score
    maximum = result.maximum
    seconds = result.seconds.wholeMilliseconds
    work = result.work.map {
      Work(name: $0.name, date: $0.date.ISO8601Format(), unused: $0.unused)
    }
    exercises = result.exercises.map { exercise in
      Exercise(
        name: exercise.exercise, chapter: exercise.chapter, verdict: exercise.verdict,
        words: exercise.verdict.words, score: exercise.score, maximum: exercise.maximum,
        seconds: exercise.seconds.wholeMilliseconds, message: exercise.message,
        sha256: exercise.sha256, review: exercise.review,
        checks: exercise.checks.map { check in
          var check = check
          check.seconds = check.seconds.wholeMilliseconds
          return check
        })
    }
  }
}

/// The edition of the exercises.
package enum WorkbookVersion {
  /// Increases when points, checks or scripts change.
  package static let current = "1.0"
}

/// JSON with sorted keys, so that equal values are equal texts.
package enum JSONText {
  package static func encode(_ value: some Encodable, naming: Naming = .asWritten) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    if naming == .snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      fatalError("a report holds only strings and finite numbers, but: \(error)")
    }
  }

  package enum Naming {
    case asWritten
    case snakeCase
  }
}

extension Double {
  /// Rounded to milliseconds, which is the accuracy. 0 if it is not a number.
  var wholeMilliseconds: Double { isFinite ? (self * 1_000).rounded() / 1_000 : 0 }
}

extension String {
  /// The text, or `-` if it is empty, because course systems refuse empty texts.
  var nonEmpty: String { isEmpty ? "-" : self }
}
