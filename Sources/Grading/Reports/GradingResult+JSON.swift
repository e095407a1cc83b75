internal import Foundation

extension GradingResult {
  /// The whole result as JSON, for programs: `--json`. Keys of `data-layer-workbook/grading/v1` may
  /// be added, and are never removed or changed.
  package func json() -> String {
    let report: JSONTable = [
      "schema": "data-layer-workbook/grading/v1", "workbook": WorkbookVersion.current,
      "toolchain": toolchain, "seed": seed, "isolation": isolation.rawValue, "score": score,
      "maximum": maximum, "seconds": seconds.wholeMilliseconds,
      "work": work.map { work -> JSONTable in
        ["name": work.name, "date": work.date.ISO8601Format(), "unused": work.unused]
      },
      "exercises": exercises.map(\.table),
    ]
    return JSONText.encode(report)
  }
}

extension ExerciseResult {
  fileprivate var table: JSONTable {
    [
      "name": exercise, "chapter": chapter, "verdict": verdict, "words": verdict.words,
      "score": score, "maximum": maximum, "seconds": seconds.wholeMilliseconds,
      "message": message, "sha256": sha256, "review": review,
      "checks": checks.map { check in
        var check = check
        check.seconds = check.seconds.wholeMilliseconds
        return check
      },
    ]
  }
}

/// The edition of the exercises.
package enum WorkbookVersion {
  /// Increases when points, checks or scripts change.
  package static let current = "1.0"
}

/// JSON with sorted keys, so that equal values are equal texts.
package enum JSONText {
  package static func encode(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      fatalError("a report holds only strings and finite numbers, but: \(error)")
    }
  }
}

/// A JSON object. Keys whose value is nil are left out.
package struct JSONTable: Encodable, ExpressibleByDictionaryLiteral {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let values: [(String, (any Encodable)?)]

  package init(dictionaryLiteral values: (String, (any Encodable)?)...) { self.values = values }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for case (let key, let value?) in values {
      try container.encode(value, forKey: Name(stringValue: key))
    }
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
