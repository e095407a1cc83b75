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
      "Without a command: your progress, and the next exercise.", "",
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
      "Lists all rungs and exercises in the order of the chapters, with the points and verdicts of "
        + "their last checks. Rungs come first in their chapter and have no points. A star marks a file that was edited after its check."
    case .check:
      "Compiles each exercise, runs scripts with it in a process of its own, and compares its events "
        + "with those of a reference solution. A prediction is compared with what the page prints. "
        + "Scripts are drawn from a seed, by default 1, so that a "
        + "file always gets the same verdict. Attempts are kept in .workbook. Ends with status 0 if "
        + "all passed, otherwise 1."
    case .watch:
      "Checks your next exercise, or the named ones, and again after each save until Ctrl-C, even "
        + "after they have passed. Names what each save has changed: the lines, and the verdicts. On "
        + "a terminal, each report starts at the top of the window; scroll up for the earlier ones."
    case .play:
      "Reads steps from the terminal or from a pipe, one per line. After each it shows the events of "
        + "your type beside those of the reference solution. Both play all steps from the beginning each "
        + "time, so a crash or an endless loop costs only one step, and a file that you save "
        + "meanwhile is used at the next step. Besides steps, play knows these commands: help "
        + "lists the steps; script prints the steps so far, and script FILE saves them; back "
        + "removes the last step, and restart removes all; quit ends."
    case .hint:
      "Each exercise has three hints, each revealing more than the one before. Each call shows "
        + "the next one, even after the exercise has passed."
    case .reset:
      "Restores the file as it was handed out. Its content is kept as an attempt first; undo "
        + "restores that."
    case .undo:
      "Restores the attempt before this one, or the content before a reset. The current content is "
        + "kept as an attempt first, so nothing is lost. Call it again to go further back; redo "
        + "goes forward again."
    case .redo:
      "Goes forward to the attempt from which undo went back. After an edit there is nothing to "
        + "redo. Call it again to go further; undo goes back again."
    case .solution:
      "Prints a solution that gets full points, for an exercise that you have solved or given up. "
        + "With --diff it prints how your file differs from the solution: a line that only yours has "
        + "begins with -, and one that only the solution has begins with +."
    case .doctor:
      "Checks the toolchain, SQLite, how far learners' programs can be isolated, and whether "
        + "files can be written; suggests a remedy for each problem."
    case .grade:
      "Grades all exercises of a submission. Only the exercises' own files are read: "
        + "Chapters/.../Exercises/NAME/Exercise.swift, or NAME.swift in its top folder. Reports "
        + "without points are written before grading begins, and replaced when it is done. Scripts are drawn "
        + "from a random seed, which every report names. Ends with status 0 if grading ran, for any "
        + "points, and 70 if the grader failed."
    case .classroom:
      "Grades a folder that has a folder or files for each learner, all with one seed, and writes "
        + "index.html, gradebook.csv, canvas.csv, moodle.csv, feedback for each learner and a "
        + "comparison of the submissions. A result is saved as soon as it is ready: after Ctrl-C "
        + "the same command continues, and later it grades only what has changed. The roster's columns "
        + "are learner, name, id, email, due and extension. Points from adjustments.csv in the "
        + "results folder are added to all reports. Ends with status 0 if grading "
        + "ran, and 70 if the grader failed for a learner."
    case .verify:
      "Grades all files whose verdict is known: stubs, solutions, alternatives, wrong variants and "
        + "misconceptions, and follows the links of all hints. Ends with status 1 if one of them "
        + "has a problem. Takes minutes."
    case .book:
      "Builds a web site from the chapters and the other documents. It opens from the disk or from "
        + "any static file server and needs no network. It is written to the --to folder, by default "
        + ".build/book, and replaces an older site there; a folder with anything else in it is "
        + "refused. With --check nothing is written: links, anchors, console blocks, requests and "
        + "sizes are checked, and the command ends with status 1 if one of them is wrong."
    }
  }
}
