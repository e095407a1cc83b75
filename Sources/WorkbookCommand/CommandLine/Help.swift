internal import Terminal

/// The help of the command.
enum Help {
  /// The help of the command, or of one subcommand.
  static func lines(for subcommand: Subcommand?) -> [String] {
    guard let subcommand else { return overview }
    let options = (subcommand.options + Option.everywhere).map(\.option) + [.help]
    return ["usage: swift run workbook \(subcommand.usage)", ""]
      + subcommand.explanation.wrapped() + [""]
      + options.map { (term: $0.usage, text: $0.help) }.aligned(indentation: 2)
  }

  private static var overview: [String] {
    [
      "usage: swift run workbook [command] [name ...] [option ...]", "",
      "Without a command: where you are, and what is next.", "",
    ] + Subcommand.allCases.map { (term: $0.rawValue, text: $0.summary) }.aligned(indentation: 2)
      + [""]
      + [(term: "COMMAND --help", text: "what a command does, and its options")]
      .aligned(indentation: 2)
  }
}

extension Subcommand {
  /// A paragraph.
  fileprivate var explanation: String {
    switch self {
    case .list:
      "Lists all exercises in the order of the chapters, with their points and how the last check "
        + "came out. \"edited since\" says that the file is another one now."
    case .check:
      "Compiles each exercise and runs scripts with it, in a process of its own, beside a solution "
        + "that is known to be right. Scripts are drawn from a seed, 1 unless given, so the same file "
        + "gets the same verdict again. Every attempt is kept in .workbook. Ends with status 0 when "
        + "all passed, otherwise 1."
    case .watch:
      "Checks your next exercise, or the named ones, and again whenever a file is saved. "
        + "It watches them until Ctrl-C, also when they have passed."
    case .hint:
      "There are three for each exercise, of which each reveals more; each call shows one "
        + "more. They can be read after solving too."
    case .reset:
      "Writes the file as it was handed out. Its content is kept as an attempt first; undo "
        + "brings it back."
    case .undo:
      "Restores the attempt before this one; after a reset, that is what was reset. What is in "
        + "the file now is kept as an attempt first, so nothing is lost. Again goes further back."
    case .solution:
      "Prints a solution that gets full points, for an exercise that you have solved or given up."
    case .doctor:
      "Checks the toolchain, SQLite, how far learners' programs can be isolated, and whether "
        + "files can be written; suggests a remedy for each problem."
    case .grade:
      "Grades all exercises of a submission. Of the folder only the exercises' own files are read: "
        + "Chapters/.../Exercises/NAME/Exercise.swift, or NAME.swift at its top. Reports with no "
        + "points are written before grading begins and replaced when it is done. Scripts are drawn "
        + "from a fresh seed, which every report names. Ends with status 0 whenever grading ran, "
        + "whatever the points."
    case .verify:
      "Grades all files whose verdict is known: stubs, solutions, alternatives, wrong variants and "
        + "misconceptions, and follows the links of all hints. Ends with status 1 if one of them "
        + "is not as it has to be. Takes minutes."
    }
  }
}
