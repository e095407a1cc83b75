internal import Terminal

/// A chapter's command line: `(page | option)*`.
struct Request {
  /// The slugs to run, in order. Empty for all pages.
  private(set) var slugs: [String] = []
  let list = Flag("--list", help: "the slug and title of every page")
  let draw = Flag("--draw", help: "each page, then its picture")
  let step = Flag("--step", help: "wait for Return before each line, if there is a terminal")
  let predict = Flag("--predict", help: "ask for each line before it is printed; needs a terminal")
  let record = Option(
    "--record", "FILE", takes: "the name of a file",
    help: "write what happened to a file, as JSON; see Docs/Recording.md"
  ) { $0 == "-" ? nil : $0 }
  let help = Flag.help
  /// The chapter's own options.
  private let own: [Option<String>]

  init(_ arguments: [String], slugs known: [String], options: [ChapterOption]) throws(UsageError) {
    own = options.map { option in
      Option(option.name, option.placeholder, help: option.help) { value throws(UsageError) in
        if let complaint = option.complaint(value) { throw UsageError(complaint) }
        return value
      }
    }
    let reader = ArgumentReader(arguments, options: self.options)
    try reader.store(in: self.options, seeAll: "--help")
    slugs = reader.words
    if let unknown = slugs.first(where: { !known.contains($0) }) {
      throw UsageError(unknown: "page", unknown, among: known, seeAll: "--list")
    }
    if help.isGiven { return }
    if list.isGiven, record.value != nil {
      throw UsageError("--list runs no page to record; leave out --list or --record")
    }
    if predict.isGiven, step.isGiven {
      throw UsageError("--predict waits before each line already; leave out --step")
    }
  }

  private var options: [CommandOption] { [list, draw, step, predict, record, help] + own }

  /// The values of the chapter's own options, by name.
  var settings: [String: String] {
    own.reduce(into: [:]) { $0[$1.name] = $1.value }
  }

  var optionLines: [String] {
    options.map { (term: $0.usage, text: $0.help) }.aligned(indentation: 2)
  }
}

extension Chapter {
  static var listLines: [String] { pages.map { (term: $0.slug, text: $0.title) }.aligned() }

  static var helpLines: [String] {
    [
      "\(programName): \(title)",
      "",
      "usage: swift run \(programName) [page ...] [option ...]",
      "",
      "Without a page, all of them run in order, each under a heading.",
      "",
    ]
  }
}
