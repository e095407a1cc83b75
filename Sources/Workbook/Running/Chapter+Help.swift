internal import Terminal

extension Chapter {
  /// Every page: its slug and its title.
  static var listLines: [String] {
    pages.map { (term: $0.slug, text: $0.title) }.aligned()
  }

  /// How the program is used.
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
