internal import Book
internal import Foundation
internal import Grading
internal import Markdown
internal import Subcommands
internal import Terminal
internal import Workbook

extension BookCommand {
  func make(in context: CommandContext) throws -> ExitStatus {
    do {
      return try check.isGiven ? checkSite(in: context) : writeSite(in: context)
    } catch let error as MarkdownError {
      return context.fail("\(error)")
    }
  }

  private func writeSite(in context: CommandContext) throws -> ExitStatus {
    let url =
      to.value.map(context.environment.folder)
      ?? context.package.url.appending(path: ".build/book", directoryHint: .isDirectory)
    let folder = BookFolder(url.standardizedFileURL.absoluteURL)
    guard folder.isReplaceable else {
      throw UsageError(
        "\(folder.url.path.debugDescription) "
          + (folder.isFile ? "is a file" : "contains files that are not a site of this command")
          + ": choose an empty or new folder with --to")
    }
    guard let site = try running(in: context, { try site($0, in: context) }) else {
      return .failure
    }
    // The default folder has only this command's sites, even from other versions.
    if to.value != nil, let path = folder.foreignFile(besides: site) {
      throw UsageError(
        "\(folder.url.appending(path: path).path.debugDescription) is not a file of the site and "
          + "would be lost: move it away, or choose another folder with --to")
    }
    try folder.write(site)
    context.output.line("\(site.files.count) files, \(site.size / 1000) KB")
    context.output.line("Open \(folder.url.appending(path: "index.html").path)")
    return .success
  }

  private func checkSite(in context: CommandContext) throws -> ExitStatus {
    let checked = try running(in: context) { runs in
      let site = try site(runs, in: context)
      let consoles = try site.compareConsoles { chapter, arguments in
        context.environment.showProgress("running Chapter-\(chapter) …")
        return try runs.output(of: chapter, arguments)
      }
      return (site: site, consoles: consoles)
    }
    guard let (site, consoles) = checked else { return .failure }
    let problems = SiteCheck.problems(of: site.files) + consoles.problems
    problems.forEach(context.output.line)
    context.output.line(
      "\(site.files.count) files, \(site.size / 1000) KB; \(consoles.compared) runs compared, "
        + "\(consoles.interactive) interactive ones skipped; problems: \(problems.count)")
    return problems.isEmpty ? .success : .failure
  }

  /// The result of a body that runs the chapters. Nil if a signal ended them.
  private func running<Result>(
    in context: CommandContext, _ body: (ChapterRuns) throws -> Result
  ) throws -> Result? {
    try context.requireTemporaryFiles()
    let runs = ChapterRuns(package: context.package)
    return try context.whileCancellable({ runs.cancel() }) { try body(runs) }
  }

  /// Records all pages, and builds the site.
  private func site(_ runs: ChapterRuns, in context: CommandContext) throws -> Site {
    let docs = context.package.url.appending(path: "Docs")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: docs.path)) ?? []
    context.environment.showProgress("running the chapters …")
    // One after the other, because SwiftPM allows only one build in a folder.
    for chapter in Site.chapters { try runs.build(chapter) }
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let recordings = try Site.chapters.concurrentMap(threads: threads) { chapter in
      Result { try RecordedPage.all(runs.recordings(of: chapter)) }
    }
    .flatMap { try $0.get() }
    return try Site(
      documents: names.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) },
      recordings: recordings
    ) {
      try Files.readIfPresent(context.package.url.appending(path: $0)).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
}
