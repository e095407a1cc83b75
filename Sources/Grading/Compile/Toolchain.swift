internal import Concurrency
internal import Foundation
internal import Processes

/// The first Swift compiler on the search path.
package struct Toolchain: Sendable, Hashable {
  /// The path of `swiftc`.
  package let compiler: String
  /// Its version line: `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  package let version: String

  /// Folders of the libraries that each Swift program needs.
  package let libraries: [String]
  /// The path of `llvm-symbolizer`. Nil if it is missing or programs report no addresses: on macOS,
  /// and with ThreadSanitizer, which has its own handlers.
  let symbolizer: String?

  private static let found = Locked<Toolchain?>(nil)

  /// The toolchain on the search path. Throws if there is no compiler, or if it does not run.
  package static func current() throws(GradingError) -> Toolchain {
    if let toolchain = found.withLock({ $0 }) { return toolchain }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let compiler = path.split(separator: ":").map { "\($0)/swiftc" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let compiler else { throw .noCompiler }
    // The compiler leaves an empty folder among the temporary files.
    let runner = ChildRunner()
    let folder = try runner.workspace.folder("compiler")
    defer { runner.workspace.remove(folder) }
    let command = ChildCommand(
      program: compiler, arguments: ["-print-target-info"],
      environment: ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 })
    let result = try runner.run(command, limits: .compiler)
    guard result.reason == .exited(0),
      let facts = try? JSONDecoder().decode(TargetFacts.self, from: Data(result.output))
    else {
      let words =
        String(cleaning: result.errors).split(separator: "\n").first ?? "it wrote no message"
      throw GradingError("“\(compiler)” does not run: \(words).")
    }
    let toolchain = Toolchain(
      compiler: compiler, version: facts.compilerVersion,
      libraries: facts.paths.runtimeLibraryPaths,
      symbolizer: symbolizer(beside: compiler))
    found.withLock { $0 = toolchain }
    return toolchain
  }

  private static func symbolizer(beside compiler: String) -> String? {
    #if canImport(Glibc)
      let link = URL(filePath: compiler).resolvingSymlinksInPath()
      let path = link.deletingLastPathComponent().appending(path: "llvm-symbolizer").path
      return !isUnderThreadSanitizer && FileManager.default.isExecutableFile(atPath: path)
        ? path : nil
    #else
      return nil
    #endif
  }

  /// Whether this process, and so each program that links its modules, has ThreadSanitizer.
  static let isUnderThreadSanitizer = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
}

/// The output of `swiftc -print-target-info`.
private struct TargetFacts: Decodable {
  struct Paths: Decodable {
    let runtimeLibraryPaths: [String]
  }

  let compilerVersion: String
  let paths: Paths
}

/// A build folder of SwiftPM: the modules and objects that a learner's program is linked with.
struct BuildFolder: Sendable {
  let url: URL

  /// The folder of the running program, or of its test bundle.
  static var beside: BuildFolder {
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return BuildFolder(url: (bundle?.bundleURL ?? program).deletingLastPathComponent())
  }

  static var isOfTests: Bool {
    // The test bundle is the program itself on Linux, and a loaded bundle on macOS.
    Bundle.main.executableURL?.pathExtension == "xctest"
      || Bundle.allBundles.contains { $0.bundleURL.pathExtension == "xctest" }
  }

  var starter: String { url.appending(path: "Starter").path }

  /// The modules of the package that a learner's file may import, and their dependencies.
  static let libraries = ["Exercising", "Concurrency", "SQLite", "Processes"]

  var built: [String] {
    Self.libraries.filter { FileManager.default.fileExists(atPath: module($0).path) }
  }

  func module(_ library: String) -> URL { url.appending(path: "Modules/\(library).swiftmodule") }

  /// The object files of a library's current sources, sorted, from SwiftPM's output file map: the
  /// folder keeps objects of removed sources too. Empty if the library is not built. In a release
  /// build, the map's empty key has an object of the whole module that is never written.
  func objects(_ library: String) -> [String] {
    let map = url.appending(path: "\(library).build/output-file-map.json")
    guard let data = try? Data(contentsOf: map),
      let outputs = try? JSONDecoder().decode([String: [String: String]].self, from: data)
    else { return [] }
    return outputs.filter { !$0.key.isEmpty }.values.compactMap { $0["object"] }.sorted()
  }
}
