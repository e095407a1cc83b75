internal import Classroom
internal import Foundation
internal import Grading
internal import Terminal

/// A parsed command line: `subcommand? (name | option)*`.
struct Request: Equatable {
  /// The subcommand. Nil shows the progress and the next exercise.
  var subcommand: Subcommand?
  /// The names of exercises, each once and with the case of the catalog, or the folder to grade.
  var names: [String] = []
  var wantsHelp = false
  var wantsJSON = false
  var givesUp = false
  var wantsDiff = false
  var seed: UInt32?
  /// The isolation that is required. Nil for the strongest that the machine allows.
  var isolation: IsolationLevel?
  var reports: [Report] = []
  var visibility = GradescopeVisibility.visible
  var packagePath: String?
  /// The options of `class`.
  var course = Course()
  /// The options of `book`.
  var book = Book()
}

extension Request {
  /// Parses a command line without the program's name. Names have to be among those of the exercises.
  ///
  /// - Parameters:
  ///   - arguments: The words.
  ///   - exercises: The names of all rungs and exercises.
  ///   - numbered: Those that a number names, in the order of the list. Nil for all.
  ///   - directory: The base of relative paths.
  /// - Returns: The request.
  /// - Throws: ``UsageError`` for an invalid command line.
  static func parse(
    _ arguments: [String], exercises: [String], numbered: [String]? = nil,
    in directory: URL = URL(filePath: "/")
  ) throws(UsageError) -> Request {
    var parser = Parser(
      exercises: exercises, numbered: numbered ?? exercises, directory: directory)
    try parser.read(arguments)
    return parser.request
  }
}

private struct Parser {
  let exercises: [String]
  let numbered: [String]
  let directory: URL
  var request = Request()
  private var used: [Option] = []

  init(exercises: [String], numbered: [String], directory: URL) {
    self.exercises = exercises
    self.numbered = numbered
    self.directory = directory
  }

  mutating func read(_ arguments: [String]) throws(UsageError) {
    var reader = ArgumentReader(arguments, options: Option.allCases.map(\.option))
    while let argument = try reader.next() {
      switch argument {
      case .word(let word) where request.subcommand == nil: try take(subcommand: word)
      case .word(let word): take(name: word)
      case .option(let option, let value): try take(option, value)
      case .unknownOption(let argument): throw unknown(argument)
      }
    }
    try checkOptions()
    try checkNames()
  }

  /// Parses `help check` as `check --help`.
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

  private mutating func take(name: String) {
    if [.folder, .folders, Subcommand.Names.none].contains(request.subcommand?.names) {
      return request.names.append(name)
    }
    let exercise = exercise(name) ?? name
    if !request.names.contains(exercise) { request.names.append(exercise) }
  }

  /// The exercise that a word names: in any case, by its number in the list, or by the path of its folder or of a file in it.
  private func exercise(_ word: String) -> String? {
    if let number = Int(word) { return number > 0 ? numbered.dropFirst(number - 1).first : nil }
    let typed = word.split(separator: "/").map { $0.prefix { $0 != "." } }.reversed()
    if let name = typed.lazy.compactMap({ exercise(named: $0) }).first { return name }
    guard word.contains("/") || word.contains(".") else { return nil }
    let path = URL(filePath: word, relativeTo: directory).standardizedFileURL.pathComponents
    return zip(path, path.dropFirst()).first { ["Exercises", "Rungs"].contains($0.0) }
      .flatMap { exercise(named: $0.1[...]) }
  }

  private func exercise(named name: Substring) -> String? {
    exercises.first { $0.lowercased() == name.lowercased() }
  }

  private mutating func take(_ option: CommandOption, _ value: String?) throws(UsageError) {
    guard let known = Option(rawValue: option.name) else { return request.wantsHelp = true }
    used.append(known)
    if let value { try set(known, to: value) } else { set(known) }
  }

  private mutating func set(_ option: Option) {
    switch option {
    case .json: request.wantsJSON = true
    case .merge: request.course.merges = true
    case .check: request.book.isCheck = true
    case .diff: request.wantsDiff = true
    default: request.givesUp = true
    }
  }

  private mutating func set(_ option: Option, to value: String) throws(UsageError) {
    switch option {
    case .seed:
      guard let seed = UInt32(value) else {
        throw UsageError(
          "--seed takes a whole number from 0 to \(UInt32.max), not \(value.debugDescription)")
      }
      request.seed = seed
    case .isolation:
      let levels = IsolationLevel.allCases.map(\.word)
      guard let index = levels.firstIndex(of: value) else {
        throw UsageError(unknown: "isolation", value, among: levels, seeAll: "grade --help")
      }
      request.isolation = IsolationLevel.allCases[index]
    case .report: request.reports.append(try Request.Report(value))
    case .visibility:
      guard let visibility = GradescopeVisibility(rawValue: value) else {
        throw UsageError(
          unknown: "visibility", value, among: GradescopeVisibility.allCases.map(\.rawValue),
          seeAll: "grade --help")
      }
      request.visibility = visibility
    case .to where request.subcommand == .book: request.book.folder = value
    case .to: request.course.results = value
    case .roster: request.course.roster = value
    case .late:
      guard let points = Int(value), (0...100).contains(points) else {
        throw UsageError("--late takes a whole number from 0 to 100, not \(value.debugDescription)")
      }
      request.course.latePoints = points
    case .grace:
      guard let minutes = Int(value), (0...1_440).contains(minutes) else {
        throw UsageError(
          "--grace takes a whole number of minutes from 0 to 1440, not \(value.debugDescription)")
      }
      request.course.graceMinutes = minutes
    case .shard:
      guard let shard = Shard(value) else {
        throw UsageError("--shard takes a part such as 3/8, not \(value.debugDescription)")
      }
      request.course.shard = shard
    default: request.packagePath = value
    }
  }

  private func unknown(_ argument: String) -> UsageError {
    let known = ((request.subcommand?.options ?? []) + Option.everywhere).map(\.option) + [.help]
    return UsageError(
      unknown: "option", argument, among: known.map(\.name),
      seeAll: ([request.subcommand?.rawValue].compactMap(\.self) + ["--help"])
        .joined(separator: " "))
  }

  private func checkOptions() throws(UsageError) {
    let known = Option.everywhere + (request.subcommand?.options ?? [.json])
    if let option = used.first(where: { !known.contains($0) }) { throw unknown(option.rawValue) }
    if request.wantsJSON, request.reports.contains(where: { $0.path == nil }) {
      throw UsageError("--json and a report with FILE - would both be printed; choose one")
    }
    let course = request.course
    if request.subcommand == .classroom, !request.wantsHelp {
      guard course.results != nil else {
        throw UsageError("class needs --to FOLDER for the results")
      }
      if course.merges, course.shard != nil || request.seed != nil {
        throw UsageError("--merge joins what was graded; leave out --shard and --seed")
      }
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
      case .one, .folder: count == 1 || count == 0 && request.wantsHelp
      case .atMostOne: count <= 1
      case .any: true
      case .folders:
        count == 1 || count > 1 && request.course.merges || count == 0 && request.wantsHelp
      }
    guard isRight else {
      let name = [.folder, .folders].contains(subcommand.names) ? "folder" : "name"
      let reason =
        switch subcommand.names {
        case .none: "takes no name"
        default: count == 0 ? "needs a \(name)" : "takes one \(name), not \(count)"
        }
      throw UsageError("\(subcommand.rawValue) \(reason): swift run workbook \(subcommand.usage)")
    }
    guard ![.folder, .folders].contains(subcommand.names) else { return }
    if let unknown = request.names.first(where: { !exercises.contains($0) }) {
      let chapter = Catalog.all.filter { $0.chapter.lowercased() == unknown.lowercased() }
      if let first = chapter.first {
        let names = chapter.map(\.name).joined(separator: ", ")
        throw UsageError(
          "\(first.chapter) is a chapter; name a rung or an exercise of it: \(names)")
      }
      throw UsageError(unknown: "exercise", unknown, among: exercises, seeAll: "list")
    }
  }
}
