internal import Terminal

/// A chapter's command line: `(page | option)*`.
struct Request: Equatable {
  /// The slugs to run, in order; all pages if there is none.
  var slugs: [String] = []
  var wantsHelp = false
  var wantsList = false
  var wantsMarbles = false
  var waitsForReturn = false
  var predicts = false
  /// The values of the chapter's own options, by name.
  var settings: [String: String] = [:]
}

extension Request {
  /// Reads a command line, without the program's name.
  static func parse(
    _ arguments: [String], slugs: [String], options: [ChapterOption], drawsMarbles: Bool
  ) throws(UsageError) -> Request {
    let known =
      CommonOption.all(drawsMarbles: drawsMarbles).map(\.option) + options.map(\.option)
    var request = Request()
    var reader = ArgumentReader(arguments, options: known)
    while let argument = try reader.next() {
      switch argument {
      case .word(let slug):
        guard slugs.contains(slug) else {
          throw UsageError(unknown: "page", slug, among: slugs, seeAll: "--list")
        }
        request.slugs.append(slug)
      case .option(let option, let value):
        try request.take(option, value, options: options)
      case .unknownOption(CommonOption.marble.rawValue) where !drawsMarbles:
        throw UsageError("--marble is an option of Chapter-Subjects: only its pages are drawn")
      case .unknownOption(let argument):
        throw UsageError(
          unknown: "option", argument, among: (known + [.help]).map(\.name), seeAll: "--help")
      }
    }
    guard !request.wantsList || request.wantsHelp || request == Request(wantsList: true) else {
      throw UsageError("--list takes nothing beside it: it shows all pages and runs none")
    }
    guard !request.predicts || !request.waitsForReturn || request.wantsHelp else {
      throw UsageError("--predict waits before each line already; leave --step out")
    }
    return request
  }

  private mutating func take(
    _ option: CommandOption, _ value: String?, options: [ChapterOption]
  ) throws(UsageError) {
    switch CommonOption(rawValue: option.name) {
    case .list: wantsList = true
    case .marble: wantsMarbles = true
    case .step: waitsForReturn = true
    case .predict: predicts = true
    case nil where option == .help: wantsHelp = true
    case nil:
      guard let value else { return }
      let complaint = options.first { $0.name == option.name }?.complaint(value)
      if let complaint { throw UsageError(complaint) }
      settings[option.name] = value
    }
  }
}

/// The options that chapters have beside `--help`.
enum CommonOption: String, CaseIterable {
  case list = "--list"
  case marble = "--marble"
  case step = "--step"
  case predict = "--predict"

  /// The options of a chapter, which has ``marble`` only if it draws.
  static func all(drawsMarbles: Bool) -> [CommonOption] {
    allCases.filter { $0 != .marble || drawsMarbles }
  }

  var option: CommandOption { CommandOption(rawValue, help: help) }

  private var help: String {
    switch self {
    case .list: "the slug and title of every page"
    case .marble: "each page, then its marble diagram"
    case .step: "wait for Return before each line, if there is a terminal"
    case .predict: "ask for each line before it is printed; needs a terminal"
    }
  }
}

extension ChapterOption {
  var option: CommandOption { CommandOption(name, placeholder, help: help) }
}

extension Chapter {
  /// Every page: its slug and its title.
  static var listLines: [String] {
    pages.map { (term: $0.slug, text: $0.title) }.aligned()
  }

  /// How the program is used.
  static var helpLines: [String] {
    let all =
      CommonOption.all(drawsMarbles: drawsMarbles).map(\.option) + [.help] + options.map(\.option)
    return [
      "\(programName): \(title)",
      "",
      "usage: swift run \(programName) [page ...] [option ...]",
      "",
      "Without a page, all of them run in order, each under a heading.",
      "",
    ] + all.map { (term: $0.usage, text: $0.help) }.aligned(indentation: 2)
  }
}
