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
    let output = Output(.standard())
    var status = ExitStatus.success
    do {
      let options = try Options(arguments)
      let chosen = try Comparison.selected(by: options.words)
      switch options.action {
      case .help: output.line(Options.help)
      case .list: output.line(Comparison.list(chosen))
      case .measure:
        let lists = Comparison.lists.map { $0.filter { $0.isSelected(by: options.words) } }
        let report = measure(lists, rounds: options.rounds)
        output.line(report.table())
        if !report.isWithinLimits { status = .failure }
      }
    } catch {
      complain(error.description)
      return .usage
    }
    guard case .failed(let reason) = output.failure else { return status }
    complain("standard output cannot be written: \(reason)")
    return .cannotWrite
  }

  private static func measure(_ lists: [[Comparison]], rounds: Int) -> Report {
    #if DEBUG
      complain("a debug build, whose figures mean nothing; use: swift run -c release Benchmarks")
    #endif
    let progress = ProgressLine()
    defer { progress.clear() }
    let outcomes = lists.enumerated().flatMap { index, list in
      Race.measured(list, rounds: rounds) {
        endIfSignalled()
        progress.show("list \(index + 1) of \(lists.count), round \($0 + 1) of \(rounds)")
      }
    }
    return Report(rounds: rounds, outcomes: outcomes)
  }

  fileprivate static func complain(_ sentence: String) {
    try? StandardStream.error.write("Benchmarks: \(sentence)\n")
  }
}

/// Ends the program with status 70, because the time of an operation that fails is meaningless.
func giveUp(_ reason: String) -> Never {
  Benchmarks.complain("nothing can be measured: \(reason)")
  Workspace.ofThisProcess.remove()
  exit(ExitStatus.internalError.rawValue)
}

/// Ends the program if the body fails.
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

/// A new folder for the files of a workload. All of them are removed at the end of the run, because
/// a workload may live until then, for instance on its own thread.
func newFolder() -> URL { must { try Workspace.ofThisProcess.newFolder() } }
