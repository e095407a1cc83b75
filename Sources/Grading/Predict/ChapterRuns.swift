package import Foundation
internal import Processes

/// Builds and runs the chapters' programs.
package final class ChapterRuns: Sendable {
  private let folder: PackageFolder
  private let runner = ChildRunner()

  package init(package folder: PackageFolder) {
    RunFolder.removeStale()
    self.folder = folder
  }

  /// Ends all runs. Later runs throw ``GradingError``.
  package func cancel() { runner.cancel() }

  /// Builds a chapter's program if it is missing or older than a source. Blocks. Only one thread
  /// may build at a time.
  package func build(_ chapter: String) throws(GradingError) { try program(of: chapter).build() }

  /// Runs a chapter's program, which was built before, and returns its standard output. Blocks.
  /// Throws if the program does not end with success.
  package func output(of chapter: String, _ arguments: [String]) throws(GradingError) -> String {
    try program(of: chapter).output(arguments)
  }

  /// The recordings of a chapter's pages, as JSON. Blocks. Throws if the program writes none.
  package func recordings(of chapter: String) throws(GradingError) -> Data {
    let folder = try runner.workspace.folder("recordings")
    defer { runner.workspace.remove(folder) }
    let file = folder.appending(path: "recordings.json")
    _ = try output(of: chapter, ["--record", file.path])
    guard let bytes = try? Data(contentsOf: file) else {
      throw GradingError("Chapter-\(chapter) has written no recording.")
    }
    return bytes
  }

  private func program(of chapter: String) -> PackageProgram {
    PackageProgram(ofChapter: chapter, package: folder, runner: runner)
  }
}
