import Terminal

/// What the command line asks for: `(option | word)*`, where the last of equals wins.
struct Options: Equatable {
  enum Action: Equatable {
    case measure
    case list
    case help
  }

  static let names = ["--help", "--json", "--list", "--rounds"]

  var action = Action.measure
  var printsJSON = false
  /// Odd, so that one round is the middle one; the whole takes about 12 seconds.
  var rounds = 251
  /// What the names of the comparisons are searched for; none selects all.
  var words: [String] = []

  init() {}

  init(_ arguments: [String]) throws(Mistake) {
    var arguments = arguments[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--help", "-h": action = .help
      case "--json": printsJSON = true
      case "--list": if action != .help { action = .list }
      case "--rounds": rounds = try Self.rounds(arguments.popFirst())
      case _ where argument.hasPrefix("--rounds="):
        rounds = try Self.rounds(String(argument.dropFirst("--rounds=".count)))
      case _ where argument.hasPrefix("-"):
        throw .unknownOption(argument, nearest: argument.nearest(among: Self.names))
      default: words.append(argument)
      }
    }
  }

  private static func rounds(_ value: String?) throws(Mistake) -> Int {
    guard let rounds = value.flatMap({ Int($0) }), rounds > 0 else { throw .badRounds(value) }
    return rounds
  }

  static let help = """
    Usage: swift run -c release Benchmarks [options] [word ...]

    Measures each library beside the least that the same work can cost, and holds the ratios
    against their limits. Words select the comparisons whose name contains any of them, in any case.

      --json       print one JSON document instead of the table
      --list       print the names and measure nothing
      --rounds N   measure N rounds of each comparison; \(Options().rounds) unless told
      --help       print this and measure nothing

    Exit status: 0 all within their limits, 1 not all, 64 a wrong command line, 74 the output
    cannot be written.

    """
}
