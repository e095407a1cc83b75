extension Site {
  /// One sentence for each broken link or anchor, each request to another place, and each exceeded size limit.
  package func problems() -> [String] { SiteCheck(files).problems() }

  /// Compares the console blocks of the documents with what the chapters print now.
  ///
  /// - Parameter output: Returns what a chapter's program prints for the words of a command line.
  /// - Returns: The number of runs that were compared, the number of those that ask their reader, and a sentence for each
  ///   difference.
  /// - Throws: What `output` throws.
  package func compareConsoles(
    output: (_ chapter: String, _ arguments: [String]) throws -> String
  ) throws -> (compared: Int, interactive: Int, problems: [String]) {
    let runs = library.documents.flatMap(ConsoleRun.all)
    var printed: [[String]: String] = [:]
    var problems: [String] = []
    for run in runs where !run.isInteractive {
      let key = [run.chapter] + run.arguments
      let text = try printed[key] ?? output(run.chapter, run.arguments)
      printed[key] = text
      problems += [run.problem(printed: text)].compactMap(\.self)
    }
    let interactive = runs.count(where: \.isInteractive)
    return (runs.count - interactive, interactive, problems)
  }
}
