extension Options {
  /// A command line that cannot be followed; described in one line, whatever was typed.
  enum Mistake: Error, Equatable, CustomStringConvertible {
    case unknownOption(String, nearest: String?)
    /// Nil is a value that is missing.
    case badRounds(String?)
    case nothingNamed(String)

    var description: String {
      switch self {
      case .unknownOption(let option, let nearest):
        "there is no option \(option.debugDescription)"
          + "\(nearest.map { ", the nearest is \($0)" } ?? ""); see --help"
      case .badRounds(let value?):
        "--rounds takes a whole number above 0, not \(value.debugDescription); see --help"
      case .badRounds(nil): "--rounds takes a whole number above 0; see --help"
      case .nothingNamed(let word):
        "no comparison has \(word.debugDescription) in its name; see --list"
      }
    }
  }
}
