internal import Foundation

/// A build folder of SwiftPM: the modules and objects that a learner's program is linked with.
struct BuildFolder: Sendable {
  let url: URL

  /// The folder of the running program, or of its test bundle.
  static var beside: BuildFolder {
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return BuildFolder(url: (bundle?.bundleURL ?? program).deletingLastPathComponent())
  }

  /// Whether this process runs tests.
  static var isOfTests: Bool {
    // The test bundle is the program itself on Linux, and a loaded bundle on macOS.
    Bundle.main.executableURL?.pathExtension == "xctest"
      || Bundle.allBundles.contains { $0.bundleURL.pathExtension == "xctest" }
  }

  /// The program that starts learners' programs.
  var starter: String { url.appending(path: "Starter").path }

  /// The modules of the package that a learner's file may import, and their dependencies.
  static let libraries = ["Exercising", "Concurrency", "SQLite", "Processes"]

  /// The libraries that are built in this folder.
  var built: [String] {
    Self.libraries.filter { FileManager.default.fileExists(atPath: module($0).path) }
  }

  func module(_ library: String) -> URL {
    url.appending(path: "Modules/\(library).swiftmodule")
  }

  /// The object files of a library's current sources, sorted. Empty if the library is not built.
  ///
  /// SwiftPM's output file map lists them. The folder keeps objects of renamed and removed sources
  /// too, and a program linked with both would define symbols twice. In a release build, the map
  /// also lists, under an empty key, an object of the whole module that is never written.
  func objects(_ library: String) -> [String] {
    let map = url.appending(path: "\(library).build/output-file-map.json")
    guard let data = try? Data(contentsOf: map),
      let outputs = try? JSONDecoder().decode([String: [String: String]].self, from: data)
    else { return [] }
    return outputs.filter { !$0.key.isEmpty }.values.compactMap { $0["object"] }.sorted()
  }
}
