internal import Foundation

/// What SwiftPM built: the modules and objects that a learner's program is made with.
struct BuildFolder: Sendable {
  let url: URL

  /// The folder of the running program, or of the test bundle that it runs.
  static var beside: BuildFolder {
    let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return BuildFolder(url: (bundle?.bundleURL ?? program).deletingLastPathComponent())
  }

  /// What a learner's file may import, with what that needs in turn; nothing else of the package.
  static let libraries = ["Exercising", "Concurrency", "SQLite", "Terminal"]

  /// The libraries that were built here.
  var built: [String] {
    Self.libraries.filter { FileManager.default.fileExists(atPath: module($0).path) }
  }

  func module(_ library: String) -> URL {
    url.appending(path: "Modules/\(library).swiftmodule")
  }

  /// The object files of a library's current sources, sorted; empty if the library was not built.
  ///
  /// They are read from SwiftPM's own map, because the objects of sources that were renamed or removed
  /// stay in the folder, and a program linked with both defines every symbol twice.
  func objects(_ library: String) -> [String] {
    let map = url.appending(path: "\(library).build/output-file-map.json")
    guard let data = try? Data(contentsOf: map),
      let outputs = try? JSONDecoder().decode([String: [String: String]].self, from: data)
    else { return [] }
    return outputs.values.compactMap { $0["object"] }.sorted()
  }
}
