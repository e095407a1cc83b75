internal import Concurrency
internal import Foundation
internal import Processes

struct ExerciseVerifier {
  let exercise: Exercise
  let package: PackageFolder
  let seeds: [UInt64]

  /// Grades all samples of the exercise, and reports the progress. Blocks.
  func findings(
    in context: Result<GradingContext, GradingError>,
    graded: @escaping @Sendable (_ done: Int, _ count: Int) -> Void
  ) -> [Finding] {
    do {
      let context = try context.get()
      guard case .predict(let page) = exercise.kind else {
        return grade(try samples(), in: context, graded) + [task()]
      }
      let lines = try context.lines(of: page, for: exercise)
      return grade(try predictions(of: lines), printed: lines, in: context, graded) + [task()]
    } catch {
      return [Finding(exercise.name, .task, problem: "\(error)")]
    }
  }

  private struct Sample {
    let subject: Finding.Subject
    let name: String
    let attempt: Grader.Attempt
    /// The misconceptions whose help it may get.
    var shows: Set<String> = []
  }

  private func sample(_ subject: Finding.Subject, _ name: String, _ file: URL) -> Sample {
    Sample(subject: subject, name: name, attempt: Grader.Attempt(exercise, file: file))
  }

  private func sample(_ subject: Finding.Subject, _ name: String, _ text: String) -> Sample {
    Sample(subject: subject, name: name, attempt: Grader.Attempt(exercise, text: .success(text)))
  }

  private func samples() throws -> [Sample] {
    var samples = [
      sample(.stub, "", package.stub(exercise)), sample(.solution, "", package.solution(exercise)),
    ]
    let folder = package.alternatives(exercise)
    // A rung has no alternatives. The inventory reports an exercise without them.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names.sorted() where !name.hasPrefix(".") {
      samples.append(sample(.alternative, name, folder.appending(path: name)))
    }
    // The task's finding reports variants that cannot be read.
    guard let variants = try? Mistakes(file: package.mistakes(exercise)) else { return samples }
    let solution = try package.solution(exercise).parsed { $0 }
    for variant in variants.wrong + variants.misconceptions {
      var sample = sample(
        variant.isMisconception ? .misconception : .wrong, variant.name,
        try variant.applied(to: solution))
      sample.shows = Set(variant.shows + (variant.isMisconception ? [variant.name] : []))
      samples.append(sample)
    }
    return samples
  }

  /// The stub, the page's lines, and these with each line omitted, repeated, or swapped.
  private func predictions(of lines: [String]) throws -> [Sample] {
    let given = try package.stub(exercise).parsed { PredictedLines($0).lines }
    for line in given where !lines.contains(where: { line.isPrinted(as: $0) }) {
      throw GradingError("The stub has a line that the page does not print: “\(line)”")
    }
    func sample(_ subject: Finding.Subject, _ name: String, _ lines: [String]) -> Sample {
      self.sample(subject, name, lines.joined(separator: "\n") + "\n")
    }
    var samples = [self.sample(.stub, "", package.stub(exercise)), sample(.solution, "", lines)]
    for (index, line) in lines.enumerated() {
      var (without, twice, exchanged) = (lines, lines, lines)
      without.remove(at: index)
      twice.insert(line, at: index)
      samples.append(sample(.wrong, "without-line-\(index + 1)", without))
      samples.append(sample(.wrong, "line-\(index + 1)-twice", twice))
      guard index + 1 < lines.count, line != lines[index + 1] else { continue }
      exchanged.swapAt(index, index + 1)
      samples.append(sample(.wrong, "line-\(index + 1)-after-the-next", exchanged))
    }
    return samples
  }

  private func grade(
    _ samples: [Sample], printed: [String]? = nil, in context: GradingContext,
    _ graded: @escaping @Sendable (_ done: Int, _ count: Int) -> Void
  ) -> [Finding] {
    let done = Locked(0)
    graded(0, samples.count)
    // More threads than processors, because many wrong variants wait until their time is over.
    // The last variants first, because misconceptions wait most.
    let findings = samples.reversed().concurrentMap(threads: 8) { sample in
      let results = self.results(of: sample, printed: printed, in: context)
      let problem = results.lazy.map { self.problem(sample, $0) }.first { !$0.isEmpty } ?? ""
      var finding = Finding(exercise.name, sample.subject, name: sample.name, problem: problem)
      finding.passes = results.contains { $0.result.verdict == .pass }
      let number = done.withLock { done in
        done += 1
        return done
      }
      graded(number, samples.count)
      return finding
    }
    return findings.reversed()
  }

  /// The results, one for each seed, or one for a prediction or a sample that cannot be graded.
  private func results(
    of sample: Sample, printed: [String]?, in context: GradingContext
  ) -> [(seed: UInt64, result: ExerciseResult)] {
    let gradings = seeds.map { seed in
      var options = Grader.Options()
      (options.seed, options.gradesUntouched) = (seed, true)
      return ExerciseGrading(attempt: sample.attempt, options: options, printed: printed)
    }
    var results: [ExerciseResult] = []
    do {
      // A prediction has no scripts.
      if !exercise.isPrediction {
        let source = try sample.attempt.text.get()
        let program = try context.compiler.compile(source, for: exercise)
        defer { context.compiler.remove(program) }
        let isWrong = [.wrong, .misconception].contains(sample.subject)
        let raceBuild =
          exercise.findsRaces && !isWrong
          ? RaceBuild(source, of: exercise, by: context.compiler) : nil
        // The first seed of a right file is graded as a learner's is, one script in each process.
        if !isWrong {
          let attempt = CompiledAttempt(
            program, source: source, spent: Locked(0), raceBuild: raceBuild)
          var result = gradings[0].exerciseResult(gradings[0].results(of: attempt, in: context))
          result.review = ReviewLine.lines(
            of: source, unsafe: context.compiler.unsafeLines(of: program))
          results = [result]
        }
        results += try self.results(
          of: source, program, raceBuild, gradings.dropFirst(results.count), in: context)
      }
    } catch let error as GradingError {
      results += gradings.dropFirst(results.count).prefix(1).map { $0.result(in: .failure(error)) }
    } catch {
      // A text that does not compile is graded below, which reports the message.
    }
    if results.isEmpty { results = [gradings[0].result(in: .success(context))] }
    return Array(zip(seeds, results))
  }

  /// The problem with a result, as a sentence. Empty if there is none.
  private func problem(_ sample: Sample, _ graded: (seed: UInt64, result: ExerciseResult)) -> String
  {
    let result = graded.result
    let seed = "With seed \(graded.seed):"
    let first = result.checks.first { $0.verdict != .pass }
    let reason = [result.message, first?.explanation].compactMap(\.self).first ?? ""
    if [.build, .graderError].contains(result.verdict) { return reason }
    let shown = result.checks.filter { $0.misconception != nil }
    switch sample.subject {
    case .stub where exercise.isRung: return result.verdict == .pass ? "It passes." : ""
    case .stub:
      let verdicts = Set(result.checks.map(\.verdict))
      guard verdicts.isSubset(of: [.pass, .fail, .blocked]) else { return "\(seed) \(reason)" }
      return verdicts.contains(.fail) ? "" : "\(seed) it fails no check."
    case .solution, .alternative:
      if let line = result.review.first {
        return "A person would have to read line \(line.line): \(line.text)"
      }
      return result.verdict == .pass ? "" : "\(seed) \(first?.number ?? "") \(reason)"
    case .wrong where result.verdict == .pass, .misconception where result.verdict == .pass:
      return "\(seed) it passes."
    case .wrong, .misconception:
      guard seeds.prefix(Self.completeCount).contains(graded.seed) else { return "" }
      for check in shown {
        if let foreign = check.misconception, !sample.shows.contains(foreign) {
          return "\(seed) it gets the help of “\(foreign)”. \(check.explanation)"
        }
      }
      guard sample.subject == .misconception else { return "" }
      return shown.first?.misconception == sample.name
        ? "" : "\(seed) its first help is not its own. \(reason)"
    case .task, .inventory: return ""
    }
  }
}

extension String {
  /// Whether a page's line equals this one, in which `?` stands for any word.
  fileprivate func isPrinted(as line: String) -> Bool {
    let (own, other) = (split(separator: " "), line.split(separator: " "))
    return own.count == other.count && zip(own, other).allSatisfy { $0 == "?" || $0 == $1 }
  }
}
