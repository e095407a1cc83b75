internal import Terminal

/// The options of the command.
enum Option: String, CaseIterable, Sendable {
  case json = "--json"
  case seed = "--seed"
  case report = "--report"
  case visibility = "--visibility"
  case giveUp = "--give-up"
  case packagePath = "--package-path"

  /// Those that every subcommand has.
  static let everywhere: [Option] = [.packagePath]

  var option: CommandOption {
    CommandOption(rawValue, placeholder, help: help, isRepeatable: self == .report)
  }

  private var placeholder: String? {
    switch self {
    case .json, .giveUp: nil
    case .seed: "N"
    case .report: "FORMAT=FILE"
    case .visibility: "WHEN"
    case .packagePath: "FOLDER"
    }
  }

  private var help: String {
    switch self {
    case .json: "print one JSON document in place of text"
    case .seed: "draw the scripts from this whole number, 0 to 4294967295"
    case .report:
      "write a report, also several: text, json, junit, gradescope, classroom50, markdown; "
        + "FILE - is standard output"
    case .visibility:
      "when Gradescope shows the checks: visible (as without this option), after_due_date, "
        + "after_published, hidden"
    case .giveUp: "show it although your own has not passed"
    case .packagePath: "where the workbook is, if not here"
    }
  }
}
