import Foundation

@testable import Grading

/// The points that every report format contains.
struct Points: Equatable {
  struct Check: Equatable {
    let number: String
    let score: Int
    let maximum: Int
    let isPassed: Bool
  }

  let score: Int
  let maximum: Int
  let checks: [Check]

  init(score: Int, maximum: Int, checks: [Check]) {
    self.score = score
    self.maximum = maximum
    self.checks = checks
  }

  init(of result: GradingResult) {
    self.init(
      score: result.score, maximum: result.maximum,
      checks: result.exercises.flatMap(\.checks).map {
        Check(
          number: $0.number, score: $0.score, maximum: $0.maximum, isPassed: $0.verdict == .pass)
      })
  }
}

/// A JSON object, parsed without the types that encoded it.
struct JSONObject {
  let values: [String: Any]

  init(_ text: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    values = (object as? [String: Any]) ?? [:]
  }

  init(values: [String: Any]) { self.values = values }

  subscript(text key: String) -> String? { values[key] as? String }
  subscript(number key: String) -> Int? { values[key] as? Int }
  subscript(flag key: String) -> Bool? { values[key] as? Bool }
  subscript(objects key: String) -> [JSONObject] {
    ((values[key] as? [[String: Any]]) ?? []).map { JSONObject(values: $0) }
  }
}
