internal import Concurrency
internal import Foundation
internal import Processes

/// The program of a chapter, whose pages are run for predictions.
struct ChapterProgram: Sendable {
  private let name: String
  private let chapter: URL
  private let package: PackageFolder
  private let buildFolder: BuildFolder
  private let workspace: Workspace
  private let runner: ChildRunner
  private let printed: PrintedPages
  /// SwiftPM's program.
  var swift = "swift"
  /// Whether to rebuild an outdated program. Not in `swift test`, which built it and holds
  /// SwiftPM's lock.
  var buildsAgain = !BuildFolder.isOfTests

  init(
    of chapter: String, package: PackageFolder, build: BuildFolder, workspace: Workspace,
    runner: ChildRunner, printed: PrintedPages
  ) {
    name = "Chapter-\(chapter)"
    self.chapter = package.url.appending(path: "Chapters/\(chapter)")
    self.package = package
    buildFolder = build
    self.workspace = workspace
    self.runner = runner
    self.printed = printed
  }

  private var program: URL { buildFolder.url.appending(path: name) }

  /// The lines that a page prints. Builds the program if it is missing or older than a source.
  /// Blocks.
  ///
  /// A page runs once for each build of the program.
  ///
  /// - Throws: ``GradingError`` if the program cannot be built, or if the page does not end with
  ///   success.
  func lines(of page: String) throws(GradingError) -> [String] {
    try build()
    let key = PrintedPages.Key(program: name, page: page, built: Self.changed(program))
    return try printed.lines(key) { () throws(GradingError) in
      try output([page]).split(separator: "\n").map(String.init)
    }
  }

  /// Builds the program if it is missing or older than a source. Blocks.
  func build() throws(GradingError) {
    if isOutdated { try make() }
  }

  /// Runs the program, and returns its standard output. Blocks.
  ///
  /// - Throws: ``GradingError`` if it does not end with success.
  func output(_ arguments: [String]) throws(GradingError) -> String {
    let folder = try workspace.folder("page")
    defer { workspace.remove(folder) }
    let result = try runner.run(
      Command(
        program: program.path, arguments: arguments,
        environment: Command.environment(home: folder.path, workspace: workspace)),
      limits: .compiler)
    guard result.reason == .exited(0) else {
      if result.reason == .cancelled { throw .cancelled }
      throw GradingError(
        "`swift run \(([name] + arguments).joined(separator: " "))` does not print the page: "
          + "\(Self.reason(result)).")
    }
    return String(decoding: result.output, as: UTF8.self)
  }

  /// Whether the program is missing, or a source is newer than both the program and the last build
  /// for a prediction.
  private var isOutdated: Bool {
    guard let built = Self.changed(program) else { return true }
    // A folder outside the package holds the build of another copy.
    guard buildsAgain, isBuildOfPackage else { return false }
    let checked = Self.changed(stamp).map { max($0, built) } ?? built
    return [chapter, package.url.appending(path: "Sources")].contains {
      Self.hasSource(below: $0, after: checked)
    }
  }

  private var isBuildOfPackage: Bool {
    let paths = [buildFolder.url, package.url].map { $0.resolvingSymlinksInPath().path }
    return paths[0].hasPrefix(paths[1] + "/")
  }

  /// A file with the date of the last build. SwiftPM keeps the program if only a source's date is
  /// new.
  private var stamp: URL { buildFolder.url.appending(path: "\(name).predicted") }

  private static func hasSource(below folder: URL, after date: Date) -> Bool {
    let files = FileManager.default.enumerator(atPath: folder.path)
    while let path = files?.nextObject() as? String {
      // The files of learners are programs of their own.
      if ["Exercises", "Rungs"].contains(path) { files?.skipDescendants() }
      if path.hasSuffix(".swift"), let edited = changed(folder.appending(path: path)),
        edited > date
      {
        return true
      }
    }
    return false
  }

  private static func changed(_ file: URL) -> Date? {
    // Not through the URL, which caches the date.
    (try? FileManager.default.attributesOfItem(atPath: file.path))?[.modificationDate] as? Date
  }

  private func make() throws(GradingError) {
    let folder = try workspace.folder("build")
    defer { workspace.remove(folder) }
    var environment = ProcessInfo.processInfo.environment
    environment["TMPDIR"] = folder.path
    let configuration = buildFolder.url.lastPathComponent == "release" ? "release" : "debug"
    let result = try runner.run(
      Command(
        program: "/usr/bin/env",
        arguments: [
          swift, "build", "--product", name, "-c", configuration, "--package-path",
          package.url.path, "--scratch-path", scratch.path,
        ], environment: environment), limits: .builder)
    guard result.reason == .exited(0) else {
      if result.reason == .cancelled { throw .cancelled }
      throw GradingError(
        "`swift build --product \(name)` fails, and that program is needed: "
          + "\(Self.reason(result)).")
    }
    // If the file cannot be written, the next check builds again.
    try? Data().write(to: stamp)
  }

  /// The folder that SwiftPM calls the scratch path: `.build` by default.
  private var scratch: URL {
    var folder = buildFolder.url
    while folder.path != "/" {
      let state = folder.appending(path: "workspace-state.json")
      if FileManager.default.fileExists(atPath: state.path) { return folder }
      folder.deleteLastPathComponent()
    }
    return package.url.appending(path: ".build")
  }

  /// The first error of a program, or its last line, without a full stop.
  private static func reason(_ result: ProcessResult) -> String {
    let lines = String(cleaning: result.errors + result.output).split(separator: "\n")
    let line = lines.first { $0.contains("error: ") } ?? lines.last
    return line.map { String($0.trimmingSuffix(while: { $0 == "." })) } ?? "\(result.reason)"
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

extension Substring {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> Substring {
    var text = self
    while let last = text.last, predicate(last) { text.removeLast() }
    return text
  }
}
