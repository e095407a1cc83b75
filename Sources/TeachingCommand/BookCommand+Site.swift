internal import Book
internal import Foundation
internal import Grading
internal import Markdown
internal import Subcommands
internal import Terminal
internal import Workbook

extension BookCommand: TeachersCommand {
  func work(in context: CommandContext) throws -> ExitStatus {
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
          + "would be lost: choose another folder with --to, or move it away")
    }
    try folder.write(site)
    context.output.line("\(site.files.count) files, \(site.size / 1000) KB")
    context.output.line("Open \(folder.url.appending(path: "index.html").path)")
    return .success
  }

  private func checkSite(in context: CommandContext) throws -> ExitStatus {
    let checked = try running(in: context) { runner in
      let site = try site(runner, in: context)
      let consoles = try site.compareConsoles { chapter, arguments in
        context.environment.showProgress("running Chapter-\(chapter) …")
        return try PackageProgram(ofChapter: chapter, package: context.package, runner: runner)
          .output(arguments)
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

  /// The result of a body that runs the chapters' programs. Nil if a signal ended them.
  private func running<Result>(
    in context: CommandContext, _ body: (ChildRunner) throws -> Result
  ) throws -> Result? {
    try context.requireTemporaryFiles()
    let runner = ChildRunner()
    return try context.whileCancellable({ runner.cancel() }) { try body(runner) }
  }

  /// Records all pages, and builds the site.
  private func site(_ runner: ChildRunner, in context: CommandContext) throws -> Site {
    let docs = context.package.url.appending(path: "Docs")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: docs.path)) ?? []
    context.environment.showProgress("running the chapters …")
    // One after the other, because SwiftPM allows only one build in a folder.
    let programs = Site.chapters.map {
      PackageProgram(ofChapter: $0, package: context.package, runner: runner)
    }
    for program in programs { try program.build() }
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let recordings = try programs.concurrentMap(threads: threads) { program in
      Result { try RecordedPage.all(program.recordings()) }
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
