internal import Terminal

/// A chapter's command line: `(page | option)*`.
struct Request: Equatable {
  /// The slugs to run, in order. Empty for all pages.
  var slugs: [String] = []
  var wantsHelp = false
  var wantsList = false
  var draws = false
  var recordingFile: String?
  var waitsForReturn = false
  var predicts = false
  /// The values of the chapter's own options, by name.
  var settings: [String: String] = [:]
}

extension Request {
  static func parse(
    _ arguments: [String], slugs: [String], options: [ChapterOption]
  ) throws(UsageError) -> Request {
    let known = CommandOption.common + options.map(\.option)
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
    if !request.wantsHelp { try request.validate() }
    return request
  }

  private func validate() throws(UsageError) {
    if wantsList, recordingFile != nil {
      throw UsageError("--list runs no page to record; leave out --list or --record")
    }
    if predicts, waitsForReturn {
      throw UsageError("--predict waits before each line already; leave out --step")
    }
  }

  private mutating func take(
    _ option: CommandOption, _ value: String?, options: [ChapterOption]
  ) throws(UsageError) {
    switch option {
    case .help: wantsHelp = true
    case .list: wantsList = true
    case .draw: draws = true
    case .step: waitsForReturn = true
    case .predict: predicts = true
    case .record: recordingFile = value
    default:
      guard let value else { return }
      let complaint = options.first { $0.name == option.name }?.complaint(value)
      if let complaint { throw UsageError(complaint) }
      settings[option.name] = value
    }
  }
}

extension CommandOption {
  fileprivate static let list = CommandOption("--list", help: "the slug and title of every page")
  fileprivate static let draw = CommandOption("--draw", help: "each page, then its picture")
  fileprivate static let step = CommandOption(
    "--step", help: "wait for Return before each line, if there is a terminal")
  fileprivate static let predict = CommandOption(
    "--predict", help: "ask for each line before it is printed; needs a terminal")
  fileprivate static let record = CommandOption(
    "--record", "FILE", help: "write what happened to a file, as JSON; see Docs/Recording.md")

  /// The options that chapters have beside `--help`.
  fileprivate static let common = [list, draw, step, predict, record]
}

extension ChapterOption {
  var option: CommandOption { CommandOption(name, placeholder, help: help) }
}

extension Chapter {
  static var listLines: [String] { pages.map { (term: $0.slug, text: $0.title) }.aligned() }

  static var helpLines: [String] {
    let all = CommandOption.common + [.help] + options.map(\.option)
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
