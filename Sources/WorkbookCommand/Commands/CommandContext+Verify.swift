internal import Grading
internal import Terminal

extension CommandContext {
  /// Lets the exercises prove that they are what they claim to be; all of them unless some are named.
  ///
  /// Each exercise has its lines as soon as it is done, because all of them take minutes.
  func verify(_ named: [Exercise], asJSON: Bool) -> ExitStatus {
    let chosen = named.isEmpty ? exercises : named
    let verification = Verification(package: package)
    var findings: [Finding] = []
    let result = environment.interruption.whileRunning({ verification.cancel() }) {
      environment.showProgress(progress(findings, of: chosen))
      return verification.run(chosen) { finding in
        if !asJSON, let last = findings.last, last.exercise != finding.exercise {
          tell(findings.filter { $0.exercise == last.exercise })
        }
        findings.append(finding)
        environment.showProgress(progress(findings, of: chosen))
      }
    }
    environment.showProgress(nil)
    guard !environment.interruption.hasCome else { return .failure }
    if asJSON {
      print(VerificationReport.json(result))
    } else {
      tell(findings.filter { $0.exercise == findings.last?.exercise })
      VerificationReport.summary(result).forEach(output.line)
    }
    return result.isGood ? .success : .failure
  }

  private func tell(_ findings: [Finding]) {
    environment.showProgress(nil)
    VerificationReport.lines(findings).forEach(output.line)
  }

  private func progress(_ findings: [Finding], of exercises: [Exercise]) -> String {
    let done = Set(findings.map(\.exercise))
    let next = exercises.first { !done.contains($0.name) }
    return "verifying \(next?.name ?? "the last one"), \(done.count) of \(exercises.count) done …"
  }
}
