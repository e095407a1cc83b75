/// A subcommand of `workbook`; without one it shows the learner's progress.
enum Subcommand: String, CaseIterable, Sendable {
  case list
  case check
  case watch
  case hint
  case reset
  case undo
  case solution
  case doctor
  case grade
  case verify

  /// How many names it takes.
  enum Names {
    case none
    case one
    case atMostOne
    case any
    /// One, which is a folder and not an exercise.
    case folder
  }

  var names: Names {
    switch self {
    case .list, .doctor: .none
    case .check, .watch, .verify: .any
    case .hint: .atMostOne
    case .reset, .undo, .solution: .one
    case .grade: .folder
    }
  }

  /// Its own options, beside those that all have.
  var options: [Option] {
    switch self {
    case .list, .doctor, .verify: [.json]
    case .check: [.json, .seed]
    case .watch: [.seed]
    case .hint, .reset, .undo: []
    case .solution: [.giveUp]
    case .grade: [.json, .report, .seed, .visibility]
    }
  }

  /// One line for the list of subcommands.
  var summary: String {
    switch self {
    case .list: "all exercises, their points and how they stand"
    case .check: "check all exercises, or those that are named"
    case .watch: "check again whenever the file is saved"
    case .hint: "the next hint; without a name, for the exercise you are at"
    case .reset: "put the file back as it was handed out"
    case .undo: "take back a reset, or go back to the attempt before"
    case .solution: "show the solution, once yours has passed"
    case .doctor: "look whether everything that is needed is there"
    case .grade: "grade a folder that somebody handed in"
    case .verify: "check the exercises themselves, against all known solutions"
    }
  }

  /// How it is called, without the program's name.
  var usage: String {
    let arguments: String? =
      switch names {
      case .none: nil
      case .one: "EXERCISE"
      case .atMostOne: "[EXERCISE]"
      case .any: "[EXERCISE ...]"
      case .folder: "FOLDER"
      }
    return ([rawValue] + [arguments].compactMap(\.self) + ["[option ...]"]).joined(separator: " ")
  }
}
