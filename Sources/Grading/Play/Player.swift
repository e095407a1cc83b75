internal import Concurrency
package import Exercising
internal import Foundation
internal import Processes

/// Plays steps with a learner's type and with the reference solution, each in a process of its own.
/// Each call plays all steps from the beginning, so that a crash leaves nothing behind.
package final class Player: Sendable {
  /// The last step of one of the two programs.
  package struct Side: Sendable, Hashable {
    /// The events of the last step, cleaned.
    package let events: [String]
    /// Why the program did not complete the last step, as a sentence. Nil if it did.
    package let failure: String?
    /// The output of all steps, cleaned: standard output, then standard error.
    package let printed: [String]
    /// The number of steps that were begun.
    package let begun: Int
  }

  /// The last step, played by both.
  package struct Sides: Sendable, Hashable {
    package let yours: Side
    package let reference: Side
    /// Whether the learner's file has changed since the last call.
    package let isOfAnotherFile: Bool
    /// The index of the first step whose events differ.
    package let firstDifference: Int?
  }

  package enum Problem: Error, LocalizedError, Sendable, Hashable {
    /// The scene does not accept the step, for this reason: a clause.
    case invalid(String)
    /// The learner's file does not compile, or there is none.
    case file(String)

    package var errorDescription: String? {
      switch self {
      case .invalid(let reason): "The step cannot be played: \(reason)."
      case .file(let message): "The file cannot be played: \(message)"
      }
    }
  }

  private let exercise: Exercise
  private let package: PackageFolder
  private let runner = ChildRunner()
  private let context: GradingContext
  private let reference: URL
  /// The learner's text that was compiled last, and its program.
  private let last = Locked<(source: String, program: URL)?>(nil)

  /// Compiles the reference solution of an exercise or a rung, but not a prediction. Blocks. The
  /// limits are those of each program. Throws ``GradingError``.
  package init(
    _ exercise: Exercise, package folder: PackageFolder, limits: Limits = Limits()
  ) throws {
    self.exercise = exercise
    package = folder
    var options = Grader.Options()
    options.limits = limits
    context = try GradingContext(package: folder, options: options, runner: runner)
    do {
      let solution = try folder.solution(exercise).parsed { $0 }
      reference = try context.compiler.compile(solution, for: exercise)
    } catch let error as CompilerError {
      throw GradingError("The reference solution does not compile: \(error.message)")
    }
  }

  deinit { runner.workspace.remove() }

  /// Plays the steps. Blocks. Throws ``Problem``, or ``GradingError``.
  package func play(_ steps: [Step]) throws -> Sides {
    let (program, isOther) = try program()
    // The reference first, so that an invalid step is reported before the learner's type plays it.
    let (reference, expected) = try run(reference, steps)
    let (yours, actual) = try run(program, steps)
    let difference = zip(actual, expected).enumerated().first { $1.0 != $1.1 }
    return Sides(
      yours: yours, reference: reference, isOfAnotherFile: isOther,
      firstDifference: difference?.offset)
  }

  /// Compiles the learner's file, if it has changed. Blocks. Throws as ``play(_:)`` does.
  package func compile() throws { _ = try program() }

  /// The program of the learner's file, and whether the file has changed since the last call.
  private func program() throws -> (URL, isOther: Bool) {
    do {
      let source = try SubmittedFile.text(of: package.exercise(exercise))
      let former = last.withLock { $0 }
      if let former, former.source == source { return (former.program, false) }
      let program = try context.compiler.compile(source, for: exercise)
      last.withLock { $0 = (source, program) }
      return (program, former != nil)
    } catch let error as CompilerError {
      throw Problem.file(error.message)
    } catch let refusal as SubmittedFile.Refusal {
      throw Problem.file(refusal.sentence)
    }
  }

  /// Ends the programs. An incomplete play throws ``GradingError``.
  package func cancel() { runner.cancel() }

  /// Returns the last step, and the events of each step that was begun.
  private func run(_ program: URL, _ steps: [Step]) throws -> (Side, events: [[String]]) {
    let script = Script(steps.map(\.description))
    let run = try context.run(CompiledAttempt(program), script)
    if case .sceneFailed(let reason) = run.outcome { throw Problem.invalid(reason) }
    let result = ScriptResult(run, script: script, difference: nil, limits: context.limits)
    if result.verdict == .graderError { throw GradingError(result.explanation) }
    let last = run.events.count == steps.count ? run.events.last ?? [] : []
    let side = Side(
      events: last.map { $0.cleaned(upTo: 200, lines: 1) },
      failure: result.verdict == .pass ? nil : result.explanation,
      printed: [run.output, run.errors], begun: run.events.count)
    return (side, run.events)
  }
}
