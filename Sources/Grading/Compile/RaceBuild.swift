internal import Concurrency
internal import Foundation

/// A learner's program with ThreadSanitizer, which is compiled while the plain one is compiled and run.
final class RaceBuild: Sendable {
  private let compiler: Compiler
  private let outcome = OneShot<Result<URL, GradingError>>()

  /// Begins to compile a text. Nil if no check of the exercise looks for races.
  init?(_ source: String, of exercise: Exercise, by compiler: Compiler) {
    guard exercise.checks.contains(where: \.findsRaces) else { return nil }
    self.compiler = compiler
    Thread { [outcome] in
      outcome.fulfill(
        Result { () throws(GradingError) in try compiler.compileFindingRaces(source, for: exercise)
        }
      )
    }.start()
  }

  /// The program. Blocks until it is compiled.
  ///
  /// - Throws: ``GradingError``, with the reason as a clause, if the toolchain has no ThreadSanitizer.
  func program() throws(GradingError) -> URL { try outcome.wait().get() }

  /// Waits until the program is compiled, and removes it unless it is kept.
  func finish(keepsProgram: Bool) {
    if case .success(let program) = outcome.wait(), !keepsProgram { compiler.remove(program) }
  }
}

/// The standard library's `Mutex` over a lock that ThreadSanitizer sees. Without it, each use of a `Mutex` that waits is
/// reported as a race on Linux.
struct VisibleMutex {
  /// The learner's text, which uses the module's own `Mutex`.
  let source: String
  /// The text of the module's own `Mutex`.
  let declaration = """
    internal import Foundation

    struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
      private let lock = NSLock()
      private let value: UnsafeMutablePointer<Value>

      init(_ value: consuming sending Value) {
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
      }

      deinit {
        value.deinitialize(count: 1)
        value.deallocate()
      }

      borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
      ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value.pointee)
      }

      borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
      ) throws(Failure) -> sending Result? {
        guard lock.try() else { return nil }
        defer { lock.unlock() }
        return try body(&value.pointee)
      }
    }
    """

  /// Nil if the text does not use the standard library's `Mutex`, or the system's sanitizer sees it.
  init?(in source: String) {
    #if os(Linux)
      guard source.contains(/\bimport\s+(struct\s+)?Synchronization\b/),
        source.contains(/\bMutex\b/),
        !source.contains(/\b(actor|class|enum|struct|typealias)\s+Mutex\b/)
      else { return nil }
      self.source = source.replacing(/\bSynchronization\s*\.\s*Mutex\b/, with: "Mutex")
    #else
      return nil
    #endif
  }
}
