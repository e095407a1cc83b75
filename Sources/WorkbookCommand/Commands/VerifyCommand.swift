internal import Grading
internal import Processes
internal import Subcommands
internal import Terminal

struct VerifyCommand: Subcommand {
  static let summary = "check the exercises themselves, against all known solutions"
  static let explanation =
    "Grades all files whose verdict is known: stubs, solutions, alternatives, wrong variants and "
    + "misconceptions, and follows the links of all hints. Ends with status 1 if one of them "
    + "has a problem. Plays the scripts of the seeds 1 to 20, which takes minutes, or 1 to 5 for "
    + "named exercises."

  let words = Words(exercises: 0...Int.max)
  let json = Flag.json

  func run(in context: CommandContext) throws -> ExitStatus {
    let named = words.exercises.isEmpty ? nil : words.exercises
    try context.leaveOutTeachersExercises(of: named)
    try context.requireTemporaryFiles()
    // Each exercise has four times as many programs as a grading.
    let threads = OpenFileLimit.raise(to: 12 * CommandContext.openFiles) == nil ? 3 : 1
    if let reason = OpenFileLimit.raise(to: 4 * CommandContext.openFiles) {
      context.complain(reason)
      return .cannotWrite
    }
    let chosen = named ?? context.exercises
    let verification = Verification(
      package: context.package, seeds: Array(named == nil ? 1...20 : 1...5), threads: threads)
    var findings: [Finding] = []
    let result = context.whileCancellable({ verification.cancel() }) {
      verification.run(
        chosen,
        graded: { name, done, count in
          let place = chosen.firstIndex { $0.name == name } ?? 0
          context.environment.showProgress(
            "verifying \(name), \(done) of \(count) files, \(place) of \(chosen.count) exercises done …"
          )
        }
      ) { finding in
        if !json.isGiven, let last = findings.last, last.exercise != finding.exercise {
          report(findings.filter { $0.exercise == last.exercise }, in: context)
        }
        findings.append(finding)
      }
    }
    guard let result else { return .failure }
    if json.isGiven {
      context.print(Self.json(result))
    } else {
      report(findings.filter { $0.exercise == findings.last?.exercise }, in: context)
      Self.summary(result).forEach(context.output.line)
    }
    return result.isGood ? .success : .failure
  }

  private func report(_ findings: [Finding], in context: CommandContext) {
    context.environment.showProgress(nil)
    Self.lines(findings).forEach(context.output.line)
  }

  /// The counts of one exercise, and below them its problems.
  static func lines(_ findings: [Finding]) -> [String] {
    guard let exercise = findings.first?.exercise else { return [] }
    let counts = Finding.Subject.allCases.compactMap { subject -> String? in
      let count = findings.count { $0.subject == subject }
      let noun = subject == .inventory ? "missing part" : subject.rawValue
      return count == 0 ? nil : "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    let word = findings.allSatisfy(\.isGood) ? "ok" : "problem"
    let indentation = String(repeating: " ", count: 9)
    return "\(exercise): \(counts.joined(separator: ", "))"
      .wrapped(indentation: indentation, first: word.padded(to: 9))
      + findings.filter { !$0.isGood }.flatMap { finding in
        let subject = [finding.subject.rawValue, finding.name].filter { !$0.isEmpty }
        return "\(subject.joined(separator: " ")): \(finding.problem)"
          .wrapped(indentation: indentation + "  ", first: indentation + "- ")
      }
  }

  /// The sums, and the names of the wrong variants that pass.
  static func summary(_ result: VerificationResult) -> [String] {
    let good = result.findings.count { $0.isGood }
    let sums =
      "\(good) of \(result.findings.count) are as expected, "
      + "\(result.wrongCount - result.survivors.count) of \(result.wrongCount) wrong variants fail"
    let survivors =
      result.survivors.isEmpty
      ? [] : ["wrong variants that pass:"] + result.survivors.map { "  \($0)" }
    return [""] + sums.wrapped() + survivors
      + [
        "seeds 1 to \(result.seedCount), isolation: \(result.isolation.rawValue), "
          + "\(Int(result.seconds.rounded())) s"
      ]
  }

  /// `data-layer-workbook/verification/v1`.
  static func json(_ result: VerificationResult) -> String {
    let report: JSONTable = [
      "schema": "data-layer-workbook/verification/v1", "isGood": result.isGood,
      "isolation": result.isolation.rawValue, "seconds": result.seconds,
      "wrongVariants": result.wrongCount, "survivors": result.survivors,
      "findings": result.findings,
    ]
    return JSONText.encode(report)
  }
}
