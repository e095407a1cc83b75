internal import Grading
internal import Terminal

/// One thing that was looked at.
struct Diagnosis: Equatable, Encodable {
  enum Condition: String, Encodable {
    case good = "ok"
    /// It works, and less holds than could.
    case weak
    case missing = "problem"
  }

  let subject: String
  let condition: Condition
  /// What was found.
  let detail: String
  /// What one can do; nil where nothing needs doing.
  let wayOut: String?

  init(_ subject: String, _ condition: Condition, _ detail: String, wayOut: String? = nil) {
    self.subject = subject
    self.condition = condition
    self.detail = detail
    self.wayOut = wayOut
  }
}

/// All that was looked at, as text or as JSON.
struct DoctorReport: Encodable {
  private(set) var schema = "data-layer-workbook/doctor/v1"
  let diagnoses: [Diagnosis]

  init(diagnoses: [Diagnosis]) { self.diagnoses = diagnoses }

  var isHealthy: Bool { !diagnoses.contains { $0.condition == .missing } }

  var lines: [String] {
    let width = diagnoses.map(\.subject.count).max() ?? 0
    let indentation = String(repeating: " ", count: width + 11)
    return diagnoses.flatMap { diagnosis in
      let start =
        diagnosis.condition.rawValue.padded(to: 9) + diagnosis.subject.padded(to: width) + "  "
      return diagnosis.detail.wrapped(indentation: indentation, first: start)
        + (diagnosis.wayOut?.wrapped(indentation: indentation) ?? [])
    }
  }

  var json: String { JSONText.encode(self) }
}
