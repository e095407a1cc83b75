internal import Foundation

extension GradingResult {
  /// The whole result as JSON, for programs: `--json`.
  package func json() -> String { JSONText.encode(JSONReport(self)) }
}

/// `data-layer-workbook/grading/v1`: keys may be added to it, but none is taken away or means something else.
struct JSONReport: Codable, Equatable {
  struct Exercise: Codable, Equatable {
    var name: String
    var chapter: String
    var verdict: String
    var words: String
    var score: Int
    var maximum: Int
    var seconds: Double
    var message: String?
    var checks: [Check]
  }

  struct Check: Codable, Equatable {
    var number: String
    var name: String
    var verdict: String
    var score: Int
    var maximum: Int
    var explanation: String
    var difference: Difference?
    var help: String?
    var output: String
  }

  var schema = "data-layer-workbook/grading/v1"
  var workbook = WorkbookVersion.current
  var toolchain: String
  var seed: UInt64
  var isolation: String
  var score: Int
  var maximum: Int
  var seconds: Double
  var exercises: [Exercise]

  init(_ result: GradingResult) {
    toolchain = result.toolchain
    seed = result.seed
    isolation = result.isolation.rawValue
    score = result.score
    maximum = result.maximum
    seconds = result.seconds.wholeMilliseconds
    exercises = result.exercises.map { exercise in
      Exercise(
        name: exercise.exercise, chapter: exercise.chapter, verdict: exercise.verdict.rawValue,
        words: exercise.verdict.words, score: exercise.score, maximum: exercise.maximum,
        seconds: exercise.seconds.wholeMilliseconds, message: exercise.message,
        checks: exercise.checks.map { check in
          Check(
            number: check.number, name: check.name, verdict: check.verdict.rawValue,
            score: check.score, maximum: check.maximum, explanation: check.explanation,
            difference: check.difference, help: check.help, output: check.output)
        })
    }
  }
}

/// Which edition of the exercises gave a verdict.
package enum WorkbookVersion {
  /// Grows when points, checks or scripts change.
  package static let current = "1.0"
}

/// JSON with keys in the order of the alphabet, so that equal values are equal texts.
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
  /// Whole milliseconds, so that a report does not claim to know more; not a number is no time.
  var wholeMilliseconds: Double { isFinite ? (self * 1_000).rounded() / 1_000 : 0 }
}

extension String {
  /// Course systems refuse texts that are empty.
  var nonEmpty: String { isEmpty ? "-" : self }
}
