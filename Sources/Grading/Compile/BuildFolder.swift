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
    // On Linux the program, on macOS a bundle that it has loaded.
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
  /// They come from SwiftPM's own map, because the objects of sources that were renamed or removed
  /// stay in the folder, and a program linked with both defines every symbol twice. In a release build, the map also
  /// names one for the whole module, under the empty name, which is not written.
  func objects(_ library: String) -> [String] {
    let map = url.appending(path: "\(library).build/output-file-map.json")
    guard let data = try? Data(contentsOf: map),
      let outputs = try? JSONDecoder().decode([String: [String: String]].self, from: data)
    else { return [] }
    return outputs.filter { !$0.key.isEmpty }.values.compactMap { $0["object"] }.sorted()
  }
}
