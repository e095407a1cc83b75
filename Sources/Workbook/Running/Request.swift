internal import Terminal

/// A chapter's command line: `(page | option)*`.
struct Request: Equatable {
  /// The slugs to run, in order. Empty for all pages.
  var slugs: [String] = []
  var wantsHelp = false
  var wantsList = false
  var draws = false
  /// The file for the recording.
  var recordingFile: String?
  var waitsForReturn = false
  var predicts = false
  /// The values of the chapter's own options, by name.
  var settings: [String: String] = [:]
}

extension Request {
  /// Parses a command line, without the program's name.
  static func parse(
    _ arguments: [String], slugs: [String], options: [ChapterOption]
  ) throws(UsageError) -> Request {
    let known = CommonOption.allCases.map(\.option) + options.map(\.option)
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
      case .unknownOption(let argument):
        throw UsageError(
          unknown: "option", argument, among: (known + [.help]).map(\.name), seeAll: "--help")
      }
    }
    guard !request.wantsList || request.wantsHelp || request == Request(wantsList: true) else {
      throw UsageError("--list stands alone: it shows all pages and runs none")
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
    case .draw: draws = true
    case .step: waitsForReturn = true
    case .predict: predicts = true
    case .record: recordingFile = value
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
  case draw = "--draw"
  case step = "--step"
  case predict = "--predict"
  case record = "--record"

  var option: CommandOption {
    CommandOption(rawValue, self == .record ? "FILE" : nil, help: help)
  }

  private var help: String {
    switch self {
    case .list: "the slug and title of every page"
    case .draw: "each page, then its picture"
    case .step: "wait for Return before each line, if there is a terminal"
    case .predict: "ask for each line before it is printed; needs a terminal"
    case .record: "write what happened to a file, as JSON; see Docs/Recording.md"
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

  /// The help text.
  static var helpLines: [String] {
    let all = CommonOption.allCases.map(\.option) + [.help] + options.map(\.option)
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
