/// Whether the workbook's exercises are what they claim to be.
package struct VerificationResult: Sendable {
  /// In the order of the exercises, and within each in the order of `Finding.Subject`.
  package let findings: [Finding]
  package let isolation: IsolationLevel
  /// Seconds, everything included.
  package let seconds: Double

  /// Wrong variants that kept all points, as `PublishSubject: tells-in-reverse`.
  package var survivors: [String] {
    findings.filter { $0.subject == .wrong && !$0.isGood }.map { "\($0.exercise): \($0.name)" }
  }

  /// How many wrong variants there are.
  package var wrongCount: Int { findings.count { $0.subject == .wrong } }

  /// Whether all is well; of the wrong variants, one in fifty may survive.
  package var isGood: Bool {
    findings.allSatisfy { $0.isGood || $0.subject == .wrong } && survivors.count * 50 <= wrongCount
  }
}
