internal import Grading
internal import Terminal

extension Request {
  /// Reads a command line, without the program's name. `-h` is `--help`; what follows `--` are names, which
  /// have to be among those of the exercises.
  static func parse(
    _ arguments: [String], exercises: [String]
  ) throws(UsageError) -> Request {
    var parser = Parser(exercises: exercises, rest: arguments[...])
    try parser.readAll()
    return parser.request
  }
}

private struct Parser {
  let exercises: [String]
  var rest: ArraySlice<String>
  var request = Request()
  private var used: [Option] = []

  init(exercises: [String], rest: ArraySlice<String>) {
    self.exercises = exercises
    self.rest = rest
  }

  mutating func readAll() throws(UsageError) {
    var takesOptions = true
    while let argument = rest.popFirst() {
      if takesOptions, argument == "--" {
        takesOptions = false
      } else if takesOptions, argument.count > 1, argument.hasPrefix("-") {
        try take(option: argument)
      } else if request.subcommand == nil {
        try take(subcommand: argument)
      } else {
        try take(name: argument)
      }
    }
    guard !request.wantsHelp else { return }
    try checkOptions()
    try checkNames()
  }

  /// `help check` asks for the same as `check --help`.
  private mutating func take(subcommand name: String) throws(UsageError) {
    guard name != "help" else { return request.wantsHelp = true }
    if let exercise = exercises.first(where: { $0.lowercased() == name.lowercased() }) {
      throw UsageError("\(exercise) is an exercise: swift run workbook check \(exercise)")
    }
    guard let subcommand = Subcommand(rawValue: name) else {
      throw UsageError(
        unknown: "command", name, among: Subcommand.allCases.map(\.rawValue), seeAll: "--help")
    }
    request.subcommand = subcommand
  }

  private mutating func take(name: String) throws(UsageError) {
    if request.subcommand?.names == .folder || request.subcommand?.names == Subcommand.Names.none {
      return request.names.append(name)
    }
    let matching = exercises.first { $0.lowercased() == name.lowercased() }
    guard let exercise = matching else {
      throw UsageError(unknown: "exercise", name, among: exercises, seeAll: "list")
    }
    if !request.names.contains(exercise) { request.names.append(exercise) }
  }

  /// `--seed 7` or `--seed=7`.
  private mutating func take(option argument: String) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = argument == "-h" ? Option.help.rawValue : String(parts[0])
    guard let option = Option(rawValue: name), option.placeholder != nil || parts.count == 1 else {
      throw unknown(argument)
    }
    used.append(option)
    guard let placeholder = option.placeholder else { return set(option) }
    let given = parts.count > 1 ? String(parts[1]) : rest.popFirst()
    guard let value = given, !value.isEmpty, parts.count > 1 || !value.hasPrefix("--") else {
      throw UsageError("\(name) needs a value: \(name) \(placeholder)")
    }
    try set(option, to: value)
  }

  private mutating func set(_ option: Option) {
    switch option {
    case .json: request.wantsJSON = true
    case .giveUp: request.givesUp = true
    default: request.wantsHelp = true
    }
  }

  private mutating func set(_ option: Option, to value: String) throws(UsageError) {
    guard option == .report || used.count(where: { $0 == option }) == 1 else {
      throw UsageError("\(option.rawValue) stands twice; give it one value")
    }
    switch option {
    case .seed:
      guard let seed = UInt32(value) else {
        throw UsageError(
          "--seed takes a whole number from 0 to \(UInt32.max), not \(value.debugDescription)")
      }
      request.seed = seed
    case .report: request.reports.append(try Request.Report(value))
    case .visibility:
      guard let visibility = GradescopeVisibility(rawValue: value) else {
        throw UsageError(
          unknown: "visibility", value, among: GradescopeVisibility.allCases.map(\.rawValue),
          seeAll: "grade --help")
      }
      request.visibility = visibility
    default: request.packagePath = value
    }
  }

  private func unknown(_ argument: String) -> UsageError {
    let known = (request.subcommand?.options ?? []) + Option.everywhere
    return UsageError(
      unknown: "option", argument, among: known.map(\.rawValue),
      seeAll: ([request.subcommand?.rawValue].compactMap(\.self) + ["--help"])
        .joined(separator: " "))
  }

  private func checkOptions() throws(UsageError) {
    let known = Option.everywhere + (request.subcommand?.options ?? [.json])
    if let option = used.first(where: { !known.contains($0) }) { throw unknown(option.rawValue) }
    if request.wantsJSON, request.reports.contains(where: { $0.path == nil }) {
      throw UsageError("--json and a report with FILE - would both be printed; choose one")
    }
    let paths = request.reports.map(\.path)
    if let twice = paths.first(where: { path in paths.count { $0 == path } > 1 }) {
      throw UsageError("two reports go to \((twice ?? "-").debugDescription); give each its own")
    }
  }

  private func checkNames() throws(UsageError) {
    guard let subcommand = request.subcommand else { return }
    let count = request.names.count
    let isRight =
      switch subcommand.names {
      case .none: count == 0
      case .one, .folder: count == 1
      case .atMostOne: count <= 1
      case .any: true
      }
    guard isRight else {
      let name = subcommand.names == .folder ? "folder" : "name"
      let reason =
        count == 0
        ? "needs a \(name)" : "does not take \(count == 1 ? "a name" : "\(count) \(name)s")"
      throw UsageError("\(subcommand.rawValue) \(reason): swift run workbook \(subcommand.usage)")
    }
  }
}

extension Request.Report {
  /// `junit=report.xml`
  fileprivate init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = ReportFormat(rawValue: String(parts[0])) else {
      throw UsageError(
        unknown: "report", String(parts[0]), among: ReportFormat.allCases.map(\.rawValue),
        seeAll: "grade --help")
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw UsageError("--report needs a file: --report \(format.rawValue)=FILE")
    }
    self.init(format: format, path: parts[1] == "-" ? nil : String(parts[1]))
  }
}
