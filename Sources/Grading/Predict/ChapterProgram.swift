internal import Concurrency
internal import Foundation
internal import Processes

/// The program of a chapter, whose pages are run for predictions.
struct ChapterProgram: Sendable {
  private(set) var program: PackageProgram
  private let workspace: Workspace
  private let runner: ChildRunner
  private let printed: PrintedPages

  init(
    of chapter: String, package: PackageFolder, build: BuildFolder, workspace: Workspace,
    runner: ChildRunner, printed: PrintedPages
  ) {
    program = PackageProgram(
      "Chapter-\(chapter)", sources: ["Chapters/\(chapter)", "Sources"], package: package,
      build: build, workspace: workspace, runner: runner)
    self.workspace = workspace
    self.runner = runner
    self.printed = printed
  }

  /// The lines that a page prints. Builds the program if it is missing or older than a source.
  /// Blocks.
  ///
  /// A page runs once for each build of the program.
  ///
  /// - Throws: ``GradingError`` if the program cannot be built, or if the page does not end with
  ///   success.
  func lines(of page: String) throws(GradingError) -> [String] {
    try program.build()
    let key = PrintedPages.Key(program: program.name, page: page, built: program.date)
    return try printed.lines(key) { () throws(GradingError) in
      try output([page]).split(separator: "\n").map(String.init)
    }
  }

  /// Runs the program, and returns its standard output. Blocks.
  ///
  /// - Throws: ``GradingError`` if it does not end with success.
  func output(_ arguments: [String]) throws(GradingError) -> String {
    let folder = try workspace.folder("page")
    defer { workspace.remove(folder) }
    let result = try runner.run(
      ChildCommand(
        program: program.url.path, arguments: arguments,
        environment: ChildCommand.environment(home: folder.path, workspace: workspace)),
      limits: .compiler)
    guard result.reason == .exited(0) else {
      if result.reason == .cancelled { throw .cancelled }
      throw GradingError(
        "`swift run \(([program.name] + arguments).joined(separator: " "))` does not print the page: "
          + "\(result.lastError).")
    }
    return String(decoding: result.output, as: UTF8.self)
  }
}

/// The lines of the pages that were run.
final class PrintedPages: Sendable {
  struct Key: Hashable {
    let program: String
    let page: String
    /// When the program was built.
    let built: Date?
  }

  private let pages = Locked<[Key: [String]]>([:])

  /// The lines of a page, from its first run.
  func lines(
    _ key: Key, run: () throws(GradingError) -> [String]
  ) throws(GradingError) -> [String] {
    if let lines = pages.withLock({ $0[key] }) { return lines }
    let lines = try run()
    return pages.withLock { pages in
      pages[key] = pages[key] ?? lines
      return pages[key] ?? lines
    }
  }
}
