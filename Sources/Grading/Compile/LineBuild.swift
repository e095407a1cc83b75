internal import Foundation

/// A learner's program with line tables, which is compiled only when a program has crashed.
final class LineBuild: Sendable {
  let source: String
  private let exercise: Exercise
  private let compiler: Compiler
  private let program = Cached<URL?>()

  /// Nil where Swift's runtime writes no backtrace.
  init?(_ source: String, of exercise: Exercise, by compiler: Compiler) {
    guard compiler.canNameLines else { return nil }
    self.source = source
    self.exercise = exercise
    self.compiler = compiler
  }

  /// The program. Nil if it cannot be built. Blocks until it is compiled.
  func built() -> URL? {
    program.value { try? compiler.compileNamingLines(source, for: exercise) }
  }

  /// Removes the program, if it was built.
  func finish() {
    if let program = program.current ?? nil { compiler.remove(program) }
  }
}
