internal import Concurrency
internal import Foundation

struct RaceReport: Sendable, Hashable {
  /// The line of `Exercise.swift` in the stack of each access. Nil if a stack names none.
  let lines: [Int?]

  /// The exit status of a program at its first race. No program that passes has it.
  static let status: Int32 = 66

  /// A race whose report has not arrived.
  static let unreported = RaceReport(lines: [])

  /// The first report that a program has written. Nil if there is none.
  init?(in reports: String) {
    guard let place = reports.firstRange(of: "WARNING: ThreadSanitizer: ") else { return nil }
    var report = reports[place.upperBound...]
    if let end = report.firstRange(of: "\nSUMMARY:") { report = report[..<end.lowerBound] }
    // The first two stacks are those of the accesses.
    let stacks = report.split(separator: "\n\n").filter { $0.contains("#0 ") }.prefix(2)
    lines = stacks.map { stack in
      stack.firstMatch(of: #/Exercise\.swift:(\d+)/#).flatMap { Int($0.output.1) }
    }
  }

  private init(lines: [Int?]) { self.lines = lines }

  var sentence: String {
    let places =
      switch (lines.compactMap(\.self).first, lines.compactMap(\.self).last) {
      case (let one?, let other?) where one != other:
        "two threads, at lines \(one) and \(other) of Exercise.swift, use"
      case (let line?, _) where lines.contains(nil) || lines.count < 2:
        "two threads, one of them at line \(line) of Exercise.swift, use"
      case (let line?, _): "two threads, both at line \(line) of Exercise.swift, use"
      default: "two threads use"
      }
    return "ThreadSanitizer found a data race: \(places) the same memory without "
      + "synchronization, and at least one of them writes. Which lock guards it?"
  }
}

/// Builds a learner's program with ThreadSanitizer while the plain one is built and run. The
/// program is removed with this object, which waits until it is compiled.
final class RaceBuild: Sendable {
  private let compiler: Compiler
  private let outcome = OneShot<Result<URL, any Error>>()

  /// Begins to compile a text.
  init(_ source: String, of exercise: Exercise, by compiler: Compiler) {
    self.compiler = compiler
    Thread { [outcome] in
      outcome.fulfill(Result { try compiler.compile(source, for: exercise, findingRaces: true) })
    }.start()
  }

  /// The program. Blocks until it is compiled. Throws as the compiler does.
  func program() throws -> URL { try outcome.wait().get() }

  deinit {
    if case .success(let program) = outcome.wait() { compiler.remove(program) }
  }
}
