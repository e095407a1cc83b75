import Terminal

/// The options of the command line: `(option | word)*`.
struct Options {
  enum Action { case measure, list, help }

  /// Odd, so that one round is the median.
  private static let usualRounds = 251

  private let list = Flag("--list", help: "print the names and measure nothing")
  private let givenRounds = Option(
    "--rounds", "N", takes: "a whole number above 0",
    help: "measure N rounds of each comparison; \(usualRounds) by default"
  ) { Int($0).flatMap { $0 > 0 ? $0 : nil } }
  private let help = Flag.help
  /// Words that select comparisons by name; no words select all.
  private(set) var words: [String] = []
  var measuresClass: Bool { words == [ClassBenchmark.word] }

  init(_ arguments: [String]) throws(UsageError) {
    let reader = ArgumentReader(arguments, options: declared)
    try reader.store(in: declared, seeAll: "--help")
    words = reader.words
  }

  private var declared: [CommandOption] { [list, givenRounds, help] }

  var action: Action { help.isGiven ? .help : list.isGiven ? .list : .measure }

  var rounds: Int { givenRounds.value ?? Self.usualRounds }

  var helpText: String {
    """
    Usage: swift run -c release Benchmarks [options] [word ...]

    Measures each library beside the least that the same work can cost, and holds the ratios
    against their limits. Words select the comparisons whose name contains any of them, in any case.
    The grading of a class takes minutes and is measured only by its name: class.

    \(declared.map { (term: $0.usage, text: $0.help) }.aligned(indentation: 2)
      .joined(separator: "\n"))

    Exit status: 0 all within their limits, 1 not all, 64 a wrong command line, 74 the output
    cannot be written.
    """
  }
}
