internal import Book
internal import Foundation
internal import Grading
internal import Markdown
internal import Processes
internal import Terminal
internal import Workbook

extension CommandContext {
  /// Makes the site of the book, and writes or checks it.
  func makeBook(_ request: Request.Book) throws -> ExitStatus {
    do {
      return try request.isCheck ? checkBook() : writeBook(to: folder(request))
    } catch let error as MarkdownError {
      complain("\(error)")
      return .failure
    } catch let error as BookFolder.Failure {
      throw FileError(path: error.path, attempt: .written, reason: error.reason)
    }
  }

  private func writeBook(to folder: BookFolder) throws -> ExitStatus {
    guard folder.isReplaceable else {
      throw UsageError(
        "\(folder.url.path.debugDescription) "
          + (folder.isFile ? "is a file" : "contains files that are not a site of this command")
          + ": choose an empty or new folder with --to"
      )
    }
    guard let site = try running({ try site($0) }) else { return .failure }
    try folder.write(site)
    output.line("\(site.files.count) files, \(site.size / 1000) KB")
    output.line("Open \(folder.url.appending(path: "index.html").path)")
    return .success
  }

  private func checkBook() throws -> ExitStatus {
    let checked = try running { runs in
      let site = try site(runs)
      let consoles = try site.compareConsoles { chapter, arguments in
        environment.showProgress("running Chapter-\(chapter) …")
        return try runs.output(of: chapter, arguments)
      }
      return (site: site, consoles: consoles)
    }
    guard let (site, consoles) = checked else { return .failure }
    let problems = site.problems() + consoles.problems
    for problem in problems { output.line(problem) }
    output.line(
      "\(site.files.count) files, \(site.size / 1000) KB; \(consoles.compared) runs compared, "
        + "\(consoles.interactive) interactive ones skipped; problems: \(problems.count)")
    return problems.isEmpty ? .success : .failure
  }

  /// What is made with runs of the chapters. Nil if a signal ended them.
  private func running<Result>(_ body: (ChapterRuns) throws -> Result) throws -> Result? {
    try requireTemporaryFiles()
    let runs = ChapterRuns(package: package)
    let result = environment.interruption.whileRunning({ runs.cancel() }) {
      Swift.Result { try body(runs) }
    }
    environment.showProgress(nil)
    return environment.interruption.isSignalled ? nil : try result.get()
  }

  /// Records all pages, and makes the site.
  private func site(_ runs: ChapterRuns) throws -> Site {
    let docs = package.url.appending(path: "Docs")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: docs.path)) ?? []
    environment.showProgress("running the chapters …")
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let recordings = try Site.chapters.concurrentMap(threads: threads) { chapter in
      Result { try RecordedPage.all(runs.recordings(of: chapter)) }
    }
    .flatMap { try $0.get() }
    return try Site(
      documents: names.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) },
      recordings: recordings
    ) {
      try Files.readIfPresent(package.url.appending(path: $0)).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  private func folder(_ request: Request.Book) -> BookFolder {
    let folder = request.folder.map {
      URL(filePath: $0, directoryHint: .isDirectory, relativeTo: environment.directory)
    }
    let byDefault = package.url.appending(path: ".build/book", directoryHint: .isDirectory)
    return BookFolder((folder ?? byDefault).standardizedFileURL.absoluteURL)
  }
}
