import Concurrency
import Foundation
import Processes
import Terminal

@main
enum Benchmarks {
  static func main() {
    StandardStream.prepareAll()
    Interruption.ofThisProcess.handle { _ in }
    RunFolder.removeStale()
    let status = run(Array(CommandLine.arguments.dropFirst()))
    endIfSignalled()
    Workspace.ofThisProcess.remove()
    exit(status.rawValue)
  }

  /// Reads the arguments, measures and prints one report.
  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      let options = try Options(arguments)
      let chosen = try Comparison.selected(by: options.words)
      switch options.action {
      case .help: return write(Options.help) ?? .success
      case .list: return write(Comparison.list(chosen)) ?? .success
      case .measure:
        let lists = Comparison.lists.map { $0.filter { $0.isSelected(by: options.words) } }
        let report = measure(lists, rounds: options.rounds)
        return write(report.table()) ?? (report.isWithinLimits ? .success : .failure)
      }
    } catch {
      complain(error.description)
      return .usage
    }
  }

  private static func measure(_ lists: [[Comparison]], rounds: Int) -> Report {
    #if DEBUG
      complain("a debug build, whose figures mean nothing; use: swift run -c release Benchmarks")
    #endif
    let progress = ProgressLine()
    defer { progress.clear() }
    let outcomes = lists.enumerated().flatMap { index, list in
      let readings = Race.readings(of: list, rounds: rounds) {
        endIfSignalled()
        progress.show("list \(index + 1) of \(lists.count), round \($0 + 1) of \(rounds)")
      }
      return zip(list, readings).map { MeasuredComparison(comparison: $0, reading: $1) }
    }
    return Report(rounds: rounds, outcomes: outcomes)
  }

  /// - Returns: Nil if all text was written.
  private static func write(_ text: String) -> ExitStatus? {
    do {
      try StandardStream.output.write(text)
      return nil
    } catch {
      guard case .failed(let reason) = error else { return .success }
      complain("standard output cannot be written: \(reason)")
      return .cannotWrite
    }
  }

  fileprivate static func complain(_ sentence: String) {
    // A failure to write to standard error cannot be reported anywhere.
    try? StandardStream.error.write("Benchmarks: \(sentence)\n")
  }
}

/// Ends the program with status 70 if an operation fails, because its time would be meaningless.
/// Writes the reason, a line, to standard error.
func giveUp(_ reason: String) -> Never {
  Benchmarks.complain("nothing can be measured: \(reason)")
  Workspace.ofThisProcess.remove()
  exit(ExitStatus.internalError.rawValue)
}

/// Ends the program if the body fails, because an operation that did not do its work has no time.
@discardableResult
func must<Result: ~Copyable>(_ body: () throws -> Result) -> Result {
  do { return try body() } catch { giveUp("\(error)") }
}

/// Prevents the compiler from optimising away the work that produced the number.
@inline(never)
func use(_ number: Int?) {
  if number == nil { giveUp("a row is missing") }
}

/// Removes the files of the run and ends the process, if it received a signal. Called only between
/// two rounds, when no workload uses the files.
private func endIfSignalled() {
  guard Interruption.ofThisProcess.isSignalled else { return }
  Workspace.ofThisProcess.remove()
  Interruption.ofThisProcess.exitIfSignalled()
}

/// A new folder for the files of a workload. All of them are removed at the end of the run, because a
/// workload may live until then, for instance on its own thread.
func newFolder() -> URL { must { try Workspace.ofThisProcess.newFolder() } }
