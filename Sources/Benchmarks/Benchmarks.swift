import Concurrency
import Foundation
import Terminal

@main
enum Benchmarks {
  static func main() {
    StandardStream.prepareAll()
    Interruption.handle()
    RunFolder.removeStale(in: TemporaryDirectory.url)
    let status = Command.run(Array(CommandLine.arguments.dropFirst()))
    Interruption.endIfSignalled()
    ScratchFolder.removeAll()
    exit(status.rawValue)
  }
}

/// The command, which reads its arguments, measures and prints one report.
enum Command {
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
        Interruption.endIfSignalled()
        progress.show("list \(index + 1) of \(lists.count), round \($0 + 1) of \(rounds)")
      }
      return zip(list, readings).map { Outcome(comparison: $0, reading: $1) }
    }
    return Report(configuration: .current, rounds: rounds, outcomes: outcomes)
  }

  /// - Returns: nil if all text was written.
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

/// Ends the program with status 70 where an operation fails, whose time would mean nothing: the reason goes to standard error.
///
/// - Parameters:
///   - reason: What failed, in one line.
///   - removesFiles: Whether there are files to remove.
func giveUp(_ reason: String, removesFiles: Bool = true) -> Never {
  Command.complain("nothing can be measured: \(reason)")
  if removesFiles { ScratchFolder.removeAll() }
  exit(ExitStatus.internalError.rawValue)
}

/// Ends the program on a termination signal, but only between two rounds, when no workload uses the
/// files that are then removed.
enum Interruption {
  private static let number = Locked<Int32?>(nil)

  /// Stores the first signal for ``endIfSignalled()``; another SIGINT ends the process immediately.
  static func handle() {
    TerminationSignals.handle { number in Self.number.withLock { $0 = number } }
  }

  /// Removes the files of the run and ends the process, if it received a signal.
  static func endIfSignalled() {
    guard let number = number.withLock({ $0 }) else { return }
    ScratchFolder.removeAll()
    TerminationSignals.endProcess(by: number)
  }
}
