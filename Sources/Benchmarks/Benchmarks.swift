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

  private static func run(_ arguments: [String]) -> ExitStatus {
    let output = Output(.standard())
    var status = ExitStatus.success
    do {
      let options = try Options(arguments)
      switch options.action {
      case .help: output.line(options.helpText)
      case .list:
        // A name with two references is listed once.
        let lists = options.measuresClass ? [] : try Comparison.selected(by: options.words)
        let names =
          lists.joined().map(\.name)
          + (lists.isEmpty || options.words.isEmpty ? [ClassBenchmark.name] : [])
        for (index, name) in names.enumerated() where !names[..<index].contains(name) {
          output.line(name)
        }
      case .measure:
        let report = try measure(options)
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

  private static func measure(_ options: Options) throws(UsageError) -> Report {
    let (words, rounds) = (options.words, options.rounds)
    let lists = options.measuresClass ? [] : try Comparison.selected(by: words)
    #if DEBUG
      complain("a debug build, whose figures mean nothing; use: swift run -c release Benchmarks")
    #endif
    defer { StandardStream.error.rewriteLine("") }
    if lists.isEmpty {
      let outcome = ClassBenchmark.measured {
        endIfSignalled()
        StandardStream.error.rewriteLine("grading \($0)")
      }
      return Report(rounds: 1, outcomes: [outcome])
    }
    let outcomes = lists.enumerated().flatMap { index, list in
      Race.measured(list, rounds: rounds) {
        endIfSignalled()
        StandardStream.error.rewriteLine(
          "list \(index + 1) of \(lists.count), round \($0 + 1) of \(rounds)")
      }
    }
    return Report(rounds: rounds, outcomes: outcomes)
  }

  fileprivate static func complain(_ sentence: String) {
    try? StandardStream.error.write("Benchmarks: \(sentence)\n")
  }
}

/// Ends the program with status 70: the time of an operation that fails is meaningless.
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

/// Ends the process if it received a signal. Called only when no workload uses the run's files.
private func endIfSignalled() {
  guard Interruption.ofThisProcess.isSignalled else { return }
  Workspace.ofThisProcess.remove()
  Interruption.ofThisProcess.exitIfSignalled()
}

/// A new folder, which stays until the end of the run, because a workload may live until then.
func newFolder() -> URL { must { try Workspace.ofThisProcess.newFolder() } }
