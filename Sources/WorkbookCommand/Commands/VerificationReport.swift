internal import Grading
internal import Terminal

/// What was verified, as text or as JSON.
enum VerificationReport {
  /// What one exercise has, and below it what is wrong.
  static func lines(_ findings: [Finding]) -> [String] {
    guard let exercise = findings.first?.exercise else { return [] }
    let counts = Finding.Subject.allCases.compactMap { subject -> String? in
      let count = findings.count { $0.subject == subject }
      return count == 0 ? nil : "\(count) \(subject.rawValue)\(count == 1 ? "" : "s")"
    }
    let word = findings.allSatisfy(\.isGood) ? "ok" : "problem"
    let indentation = String(repeating: " ", count: 9)
    return "\(exercise): \(counts.joined(separator: ", "))"
      .wrapped(indentation: indentation, first: word.padded(to: 9))
      + findings.filter { !$0.isGood }.flatMap { finding in
        let subject = [finding.subject.rawValue, finding.name].filter { !$0.isEmpty }
        return "\(subject.joined(separator: " ")): \(finding.trouble)"
          .wrapped(indentation: indentation + "  ", first: indentation + "- ")
      }
  }

  /// The sum, and the survivors by name.
  static func summary(_ result: VerificationResult) -> [String] {
    let good = result.findings.count { $0.isGood }
    let sums =
      "\(good) of \(result.findings.count) are as they have to be, "
      + "\(result.wrongCount - result.survivors.count) of \(result.wrongCount) wrong variants lose "
      + "points"
    let survivors =
      result.survivors.isEmpty
      ? [] : ["survivors, of which one in fifty may be:"] + result.survivors.map { "  \($0)" }
    return [""] + sums.wrapped() + survivors
      + ["isolation: \(result.isolation.rawValue), \(Int(result.seconds.rounded())) s"]
  }

  /// `data-layer-workbook/verification/v1`.
  static func json(_ result: VerificationResult) -> String {
    JSONText.encode(
      Document(
        isGood: result.isGood, isolation: result.isolation.rawValue, seconds: result.seconds,
        wrongVariants: result.wrongCount, survivors: result.survivors, findings: result.findings))
  }

  private struct Document: Encodable {
    let schema = "data-layer-workbook/verification/v1"
    let isGood: Bool
    let isolation: String
    let seconds: Double
    let wrongVariants: Int
    let survivors: [String]
    let findings: [Finding]
  }
}
