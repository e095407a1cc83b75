internal import Concurrency
internal import Foundation

/// Builds a learner's program with ThreadSanitizer while the plain one is built and run.
final class RaceBuild: Sendable {
  private let compiler: Compiler
  private let outcome = OneShot<Result<URL, any Error>>()

  /// Begins to compile a text. Nil if no check of the exercise looks for races.
  init?(_ source: String, of exercise: Exercise, by compiler: Compiler) {
    guard exercise.findsRaces else { return nil }
    self.compiler = compiler
    Thread { [outcome] in
      outcome.fulfill(
        Result { try compiler.compile(source, for: exercise, findingRaces: true) })
    }.start()
  }

  /// The program. Blocks until it is compiled.
  ///
  /// - Throws: ``CompilerError`` for an error in the text, ``GradingError`` if even the stub does not
  ///   compile, for instance because the toolchain has no ThreadSanitizer.
  func program() throws -> URL { try outcome.wait().get() }

  /// Waits until the program is compiled, and removes it unless it is kept.
  func finish(keepsProgram: Bool) {
    if case .success(let program) = outcome.wait(), !keepsProgram { compiler.remove(program) }
  }
}
