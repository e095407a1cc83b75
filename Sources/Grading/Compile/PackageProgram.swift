package import Foundation
internal import Processes

/// A program of the package, which SwiftPM builds when it is missing or older than a source.
package struct PackageProgram: Sendable {
  let name: String
  /// The folders of its sources. A subfolder `Exercises` or `Rungs` counts only if it is listed.
  let sources: [String]
  let package: PackageFolder
  var buildFolder = BuildFolder.beside
  var runner = ChildRunner()
  var swift = "swift"
  /// Whether to rebuild an outdated program. Not in `swift test`, which holds SwiftPM's lock.
  var buildsAgain = !BuildFolder.isOfTests
}

extension PackageProgram {
  /// A chapter's program, whose pages are run for predictions and recordings.
  package init(ofChapter chapter: String, package: PackageFolder, runner: ChildRunner) {
    self.init(
      name: "Chapter-\(chapter)", sources: ["Chapters/\(chapter)", "Sources"], package: package,
      runner: runner)
  }

  /// A program that is built beside the running one.
  package init(_ name: String, package: PackageFolder) {
    self.init(name: name, sources: ["Sources", "Sources/Exercises"], package: package)
  }

  package var url: URL { buildFolder.url.appending(path: name) }

  /// Announces and builds a missing or outdated program. Blocks. One thread may build at a time.
  package func build(_ announce: () -> Void = {}) throws(GradingError) {
    guard isOutdated else { return }
    announce()
    let folder = try runner.workspace.folder("build")
    defer { runner.workspace.remove(folder) }
    var environment = ProcessInfo.processInfo.environment
    environment["TMPDIR"] = folder.path
    let configuration = buildFolder.url.lastPathComponent == "release" ? "release" : "debug"
    let result = try runner.run(
      ChildCommand(
        program: "/usr/bin/env",
        arguments: [
          swift, "build", "--product", name, "-c", configuration, "--package-path",
          package.url.path, "--scratch-path", scratch.path,
        ], environment: environment), limits: .builder)
    guard result.reason == .exited(0) else {
      if result.reason == .cancelled { throw .cancelled }
      throw GradingError(
        "`swift build --product \(name)` fails, and that program is needed: "
          + "\(result.lastError).")
    }
    // If the file cannot be written, the next check builds again.
    try? Data().write(to: stamp)
  }

  /// Runs the program, and returns its standard output. Blocks. Throws if it does not succeed.
  package func output(_ arguments: [String]) throws(GradingError) -> String {
    let folder = try runner.workspace.folder("page")
    defer { runner.workspace.remove(folder) }
    let result = try runner.run(
      ChildCommand(
        program: url.path, arguments: arguments,
        environment: ChildCommand.environment(home: folder.path, workspace: runner.workspace)),
      limits: .compiler)
    guard result.reason == .exited(0) else {
      if result.reason == .cancelled { throw .cancelled }
      throw GradingError(
        "`swift run \(([name] + arguments).joined(separator: " "))` does not print the page: "
          + "\(result.lastError).")
    }
    return String(decoding: result.output, as: UTF8.self)
  }

  /// The lines that a page of a chapter prints. Blocks. Builds the program if necessary.
  package func lines(of page: String) throws(GradingError) -> [String] {
    try build()
    return try output([page]).split(separator: "\n").map(String.init)
  }

  /// The recordings of a chapter's pages, as JSON. Blocks. Throws if the program writes none.
  package func recordings() throws(GradingError) -> Data {
    let folder = try runner.workspace.folder("recordings")
    defer { runner.workspace.remove(folder) }
    let file = folder.appending(path: "recordings.json")
    _ = try output(["--record", file.path])
    guard let bytes = try? Data(contentsOf: file) else {
      throw GradingError("\(name) has written no recording.")
    }
    return bytes
  }

  package func cancel() { runner.cancel() }

  /// Whether the program is missing, or a source is newer than the program and than its last build.
  private var isOutdated: Bool {
    guard let built = Self.changed(url) else { return true }
    let paths = [buildFolder.url, package.url].map { $0.resolvingSymlinksInPath().path }
    // A folder outside the package holds the build of another copy.
    guard buildsAgain, paths[0].hasPrefix(paths[1] + "/") else { return false }
    let checked = Self.changed(stamp).map { max($0, built) } ?? built
    return sources.contains {
      Self.hasSource(below: package.url.appending(path: $0), after: checked)
    }
  }

  /// A file with the date of the last build, which keeps the program if no source has other text.
  private var stamp: URL { buildFolder.url.appending(path: "\(name).built") }

  private static func hasSource(below folder: URL, after date: Date) -> Bool {
    let files = FileManager.default.enumerator(atPath: folder.path)
    while let path = files?.nextObject() as? String {
      if ["Exercises", "Rungs"].contains(path) { files?.skipDescendants() }
      if !path.hasSuffix(".md"), let edited = changed(folder.appending(path: path)), edited > date {
        return true
      }
    }
    return false
  }

  private static func changed(_ file: URL) -> Date? {
    // Not through the URL, which caches the date.
    (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
  }

  /// The folder that SwiftPM calls the scratch path: `.build` by default.
  private var scratch: URL {
    let found = buildFolder.url.upwards.first {
      FileManager.default.fileExists(atPath: $0.appending(path: "workspace-state.json").path)
    }
    return found ?? package.url.appending(path: ".build")
  }
}

extension ProcessResult {
  /// The first error of a program, or its last line, without a full stop.
  var lastError: String {
    let lines = String(cleaning: errors + output).split(separator: "\n")
    let line = lines.first { $0.contains("error: ") } ?? lines.last
    return line.map { String($0.reversed().drop { $0 == "." }.reversed()) } ?? "\(reason)"
  }
}
