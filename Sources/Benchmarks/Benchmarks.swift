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
    let status = BenchmarkCommand.run(Array(CommandLine.arguments.dropFirst()))
    endIfSignalled()
    WorkloadFolder.removeAll()
    exit(status.rawValue)
  }
}

/// The command, which reads its arguments, measures and prints one report.
enum BenchmarkCommand {
  static func run(_ arguments: [String]) -> ExitStatus {
    do {
      let options = try Options(arguments)
      let text: String
      var status = ExitStatus.success
      switch options.action {
      case .help: text = Options.help
      case .list: text = Comparison.list(try Comparison.selected(by: options.words))
      case .measure:
        _ = try Comparison.selected(by: options.words)
        let lists = Comparison.lists.map { $0.filter { $0.isSelected(by: options.words) } }
        let report = measure(lists, rounds: options.rounds)
        text = try options.printsJSON ? report.json() : report.table()
        status = report.isWithinLimits ? .success : .failure
      }
      return write(text) ?? status
    } catch let error as UsageError {
      complain(error.description)
      return .usage
    } catch {
      complain("the report cannot be encoded: \(error)")
      return .internalError
    }
  }

  private static func measure(_ lists: [[Comparison]], rounds: Int) -> Report {
    if Configuration.current == .debug {
      complain("a debug build, whose figures mean nothing; use: swift run -c release Benchmarks")
    }
    let progress = ProgressLine()
    defer { progress.clear() }
    let outcomes = lists.enumerated().flatMap { index, list in
      let readings = Race.readings(of: list, rounds: rounds) {
        endIfSignalled()
        progress.show("list \(index + 1) of \(lists.count), round \($0 + 1) of \(rounds)")
      }
      return zip(list, readings).map { MeasuredComparison(comparison: $0, reading: $1) }
    }
    return Report(configuration: .current, rounds: rounds, outcomes: outcomes)
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
/// Writes the reason to standard error.
///
/// - Parameter reason: The failure, in one line.
func giveUp(_ reason: String) -> Never {
  BenchmarkCommand.complain("nothing can be measured: \(reason)")
  WorkloadFolder.removeAll()
  exit(ExitStatus.internalError.rawValue)
}

/// Removes the files of the run and ends the process, if it received a signal. Called only between
/// two rounds, when no workload uses the files.
private func endIfSignalled() {
  guard Interruption.ofThisProcess.isSignalled else { return }
  WorkloadFolder.removeAll()
  Interruption.ofThisProcess.exitIfSignalled()
}

/// A folder for the files of one workload, removed when it is released.
///
/// All of them are in one folder, which ``removeAll()`` removes at the end of the run, because a
/// workload may live until then, for instance on its own thread.
final class WorkloadFolder: Sendable {
  let url: URL

  init() {
    do { url = try Workspace.ofThisProcess.newFolder() } catch {
      giveUp("no folder can be made: \(error)")
    }
  }

  deinit { Workspace.ofThisProcess.remove(url) }

  /// Removes the folders of all workloads.
  static func removeAll() { Workspace.ofThisProcess.remove() }
}
