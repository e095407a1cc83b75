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

  /// Object files, in order of their names.
  func objects(_ library: String) -> [String] {
    let folder = url.appending(path: "\(library).build")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".o") }.sorted().map { folder.appending(path: $0).path }
  }
}
