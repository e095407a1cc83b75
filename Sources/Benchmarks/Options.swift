import Terminal

/// The options of the command line: `(option | word)*`.
struct Options: Equatable {
  enum Action { case measure, list, help }

  private static let rounds = CommandOption(
    "--rounds", "N", help: "measure N rounds of each comparison; \(Options().rounds) unless told")
  private static let list = CommandOption("--list", help: "print the names and measure nothing")
  private static let all = [list, rounds]

  var action = Action.measure
  /// The number of rounds. It is odd, so that one round is the median.
  var rounds = 251
  /// Words that select comparisons by name; no words select all.
  var words: [String] = []

  init() {}

  init(_ arguments: [String]) throws(UsageError) {
    var reader = ArgumentReader(arguments, options: Self.all)
    while let argument = try reader.next() {
      switch argument {
      case .option(.help, _): action = .help
      case .option(Self.list, _): if action != .help { action = .list }
      case .option(_, let value): rounds = try Self.rounds(value ?? "")
      case .word(let word): words.append(word)
      case .unknownOption(let argument):
        throw UsageError(unknown: "option", argument, among: Self.all.map(\.name), seeAll: "--help")
      }
    }
  }

  private static func rounds(_ value: String) throws(UsageError) -> Int {
    guard let rounds = Int(value), rounds > 0 else {
      throw UsageError("--rounds takes a whole number above 0, not \(value.debugDescription)")
    }
    return rounds
  }

  static let help = """
    Usage: swift run -c release Benchmarks [options] [word ...]

    Measures each library beside the least that the same work can cost, and holds the ratios
    against their limits. Words select the comparisons whose name contains any of them, in any case.
    The grading of a class takes minutes and is measured only by its name: class.

    \((all + [.help]).map { (term: $0.usage, text: $0.help) }.aligned(indentation: 2)
      .joined(separator: "\n"))

    Exit status: 0 all within their limits, 1 not all, 64 a wrong command line, 74 the output
    cannot be written.
    """
}
