internal import Terminal

extension Chapter {
  /// Every page: its slug and its title.
  static var listLines: [String] {
    table(pages.map { ($0.slug, $0.title) })
  }

  /// How the program is used.
  static var helpLines: [String] {
    let all =
      CommonOption.allCases.map { ($0.rawValue, $0.help) }
      + options.map { ("\($0.name) \($0.placeholder)", $0.help) }
    return [
      "\(programName): \(title)",
      "",
      "usage: swift run \(programName) [page ...] [option ...]",
      "",
      "Without a page, all of them run in order, each under a heading.",
      "",
    ] + table(all).map { "  " + $0 }
  }

  private static func table(_ rows: [(name: String, text: String)]) -> [String] {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { $0.name.padded(to: width + 2) + $0.text }
  }
}
