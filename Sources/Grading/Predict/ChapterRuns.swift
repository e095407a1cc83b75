internal import Concurrency
package import Foundation
internal import Processes

/// Runs the chapters' programs. Builds a program first if it is missing or older than a source.
package final class ChapterRuns: Sendable {
  private let folder: PackageFolder
  private let workspace = Workspace()
  private let runner = ChildRunner()
  private let built = Locked<[String: PackageProgram]>([:])

  package init(package folder: PackageFolder) {
    RunFolder.removeStale()
    self.folder = folder
  }

  /// Ends all runs. Later runs throw ``GradingError``.
  package func cancel() {
    runner.cancel()
    workspace.remove()
  }

  /// Builds a chapter's program if it is outdated. Blocks. Only one thread may build at a time.
  package func build(_ chapter: String) throws(GradingError) {
    _ = try program(of: chapter)
  }

  /// Runs a chapter's program, and returns its standard output. Blocks. Throws if the program
  /// cannot be built, or does not end with success.
  package func output(of chapter: String, _ arguments: [String]) throws(GradingError) -> String {
    try program(of: chapter).output(arguments)
  }

  /// The recordings of a chapter's pages, as JSON. Blocks. Throws if the program writes none.
  package func recordings(of chapter: String) throws(GradingError) -> Data {
    let folder = try workspace.folder("recordings")
    defer { workspace.remove(folder) }
    let file = folder.appending(path: "recordings.json")
    _ = try output(of: chapter, ["--record", file.path])
    guard let bytes = try? Data(contentsOf: file) else {
      throw GradingError("Chapter-\(chapter) has written no recording.")
    }
    return bytes
  }

  /// The program of a chapter. The first call builds it if it is outdated.
  private func program(of chapter: String) throws(GradingError) -> PackageProgram {
    if let program = built.withLock({ $0[chapter] }) { return program }
    let program = PackageProgram(
      ofChapter: chapter, package: folder, workspace: workspace, runner: runner)
    try program.build()
    built.withLock { $0[chapter] = program }
    return program
  }
}
