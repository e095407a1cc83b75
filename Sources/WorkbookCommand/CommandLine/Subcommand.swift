internal import Terminal

/// A subcommand of `workbook`, which without one shows the learner's progress.
enum Subcommand: String, CaseIterable, Sendable {
  case list
  case check
  case watch
  case play
  case hint
  case reset
  case undo
  case redo
  case solution
  case doctor
  case grade
  case classroom = "class"
  case verify
  case book

  /// The names that a subcommand accepts.
  enum Names {
    case none
    case one
    case atMostOne
    case any
    /// One, which is a folder instead of an exercise.
    case folder
    /// One or more folders.
    case folders
  }

  var names: Names {
    switch self {
    case .list, .doctor, .book: .none
    case .check, .watch, .verify: .any
    case .hint: .atMostOne
    case .play, .reset, .undo, .redo, .solution: .one
    case .grade: .folder
    case .classroom: .folders
    }
  }

  /// Its own options, in addition to the common ones.
  var options: [Option] {
    switch self {
    case .list, .doctor, .verify: [.json]
    case .check: [.json, .seed]
    case .watch: [.seed]
    case .play, .hint, .reset, .undo, .redo: []
    case .solution: [.diff, .giveUp]
    case .grade: [.json, .report, .seed, .isolation, .visibility]
    case .classroom: [.to, .roster, .seed, .isolation, .late, .grace, .shard, .merge]
    case .book: [.to, .check]
    }
  }

  /// One line for the list of subcommands.
  var summary: String {
    switch self {
    case .list: "all rungs and exercises, with their points and verdicts"
    case .check: "check all rungs and exercises, or the named ones"
    case .watch: "check again after each save"
    case .play: "enter steps, and compare your type with the solution"
    case .hint: "the next hint, by default for your next exercise"
    case .reset: "restore the file as it was handed out"
    case .undo: "undo a reset, or restore the attempt before"
    case .redo: "go forward again after an undo"
    case .solution: "show the solution, once yours has passed"
    case .doctor: "check the toolchain, SQLite, isolation and files"
    case .grade: "grade a submitted folder"
    case .classroom: "grade the submissions of a whole class"
    case .verify: "check the exercises themselves, against all known solutions"
    case .book: "build a web site of the chapters, to read offline"
    }
  }

  /// Its usage, without the program's name.
  var usage: String {
    let arguments: String? =
      switch names {
      case .none: nil
      case .one: "EXERCISE"
      case .atMostOne: "[EXERCISE]"
      case .any: "[EXERCISE ...]"
      case .folder: "FOLDER"
      case .folders: "FOLDER --to FOLDER"
      }
    return ([rawValue] + [arguments].compactMap(\.self) + ["[option ...]"]).joined(separator: " ")
  }
}

/// The options of the command.
enum Option: String, CaseIterable, Sendable {
  case json = "--json"
  case seed = "--seed"
  case isolation = "--isolation"
  case report = "--report"
  case visibility = "--visibility"
  case diff = "--diff"
  case giveUp = "--give-up"
  case to = "--to"
  case roster = "--roster"
  case late = "--late"
  case grace = "--grace"
  case shard = "--shard"
  case merge = "--merge"
  case check = "--check"
  case packagePath = "--package-path"

  /// The options of every subcommand.
  static let everywhere: [Option] = [.packagePath]

  var option: CommandOption {
    CommandOption(rawValue, placeholder, help: help, isRepeatable: self == .report)
  }

  private var placeholder: String? {
    switch self {
    case .json, .diff, .giveUp, .merge, .check: nil
    case .seed, .late, .grace: "N"
    case .to: "FOLDER"
    case .roster: "FILE"
    case .shard: "K/N"
    case .report: "FORMAT=FILE"
    case .visibility: "WHEN"
    case .isolation: "LEVEL"
    case .packagePath: "FOLDER"
    }
  }

  private var help: String {
    switch self {
    case .json: "print one JSON document instead of text"
    case .seed: "the seed of the scripts, a whole number from 0 to 4294967295"
    case .isolation: "grade at this level or not at all: namespaces, process-group"
    case .report:
      "write a report; may be repeated. FORMAT is text, json, junit, gradescope, classroom50 or "
        + "markdown; FILE - is standard output"
    case .visibility:
      "when Gradescope shows the checks: visible (the default), after_due_date, "
        + "after_published, hidden"
    case .diff: "show how yours differs from it, as diff -u does"
    case .giveUp: "show it before yours has passed"
    case .to: "the folder to write to, which is created if it is missing"
    case .roster: "the learners of the course, with due dates and extensions, as CSV"
    case .late: "the points that a late day costs: those of the last run, or else 10"
    case .grace:
      "the minutes after the due date that cost nothing: those of the last run, or else 15"
    case .shard: "grade only every Nth learner, beginning with the Kth"
    case .merge: "join the results in the named folders, one per part, instead of grading"
    case .check: "check the site instead of writing it: links, console blocks, requests, sizes"
    case .packagePath: "the folder of the workbook, by default this one"
    }
  }
}
