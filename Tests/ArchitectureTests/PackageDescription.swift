import Foundation
import TestSupport

/// The package as SwiftPM reads it: its targets and what they declare.
struct PackageDescription: Decodable {
  struct Target: Decodable {
    struct Dependency: Decodable {
      /// `["Concurrency", null]`, whether the manifest names a target by name or as a target.
      let byName: [String?]?
      let target: [String?]?

      var name: String? { (byName ?? target)?.first ?? nil }
    }

    let name: String
    let type: String
    let path: String?
    /// The files and folders in its folder that do not belong to it.
    let exclude: [String]
    let dependencies: [Dependency]

    /// The name for `import`.
    var module: String { name.replacing("-", with: "_") }

    var modulesItDeclares: Set<String> {
      Set(dependencies.compactMap(\.name).map { $0.replacing("-", with: "_") })
    }

    /// The path of its folder, relative to the package.
    var folder: String { path ?? (type == "test" ? "Tests/" : "Sources/") + name }
  }

  struct Product: Decodable {
    let name: String
    let targets: [String]
  }

  struct PackageDependency: Decodable {}

  let targets: [Target]
  let products: [Product]
  let dependencies: [PackageDependency]

  /// The folder that contains Package.swift.
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Loaded once, because SwiftPM takes a second.
  static let loaded = Result { try load() }

  /// Runs SwiftPM in a separate scratch folder, because `swift test` has locked the usual one.
  private static func load() throws -> PackageDescription {
    let scratch = try TemporaryFolder("package-description")
    let arguments = [
      "swift", "package", "dump-package", "--package-path", root.path, "--scratch-path",
      scratch.url.path,
    ]
    // SwiftPM leaves a directory behind in TMPDIR each time.
    let ending = try BuiltProgram(at: URL(filePath: "/usr/bin/env"))
      .run(arguments, environment: ["TMPDIR": scratch.url.path])
    return try JSONDecoder().decode(PackageDescription.self, from: Data(ending.output.utf8))
  }
}

/// A Swift file and the modules that it imports.
struct SourceFile {
  /// The path relative to the package's root.
  let path: String
  let text: String
  let imports: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    imports = Self.imports(of: text)
  }

  /// `internal import Foundation`, `@testable import MiniRx`, `import struct MiniRx.Event`.
  ///
  /// Unsafe because `Regex` is not `Sendable`; this constant never changes.
  nonisolated(unsafe) private static let declaration =
    /^\s*(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|private|fileprivate)\s+)*import\s+(?:(?:typealias|struct|class|enum|protocol|actor|let|var|func)\s+)?(\w+)/

  /// The modules that a text imports.
  private static func imports(of text: String) -> [String] {
    // Other lines are skipped first, because matching a regular expression is slow.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap(Substring.init)
      .filter { $0.holds("import") }
    return lines.flatMap { $0.withoutComment.split(separator: ";") }
      .compactMap { $0.firstMatch(of: declaration).map { String($0.output.1) } }
  }

  /// All Swift files of a target, in order of their paths.
  static func all(of target: PackageDescription.Target) throws -> [SourceFile] {
    try ofTargets.get()[target.name] ?? []
  }

  /// The files of each target, by the target's name. They are read once.
  private static let ofTargets = Result {
    try PackageDescription.loaded.get().targets
      .reduce(into: [:]) { $0[$1.name] = try read(of: $1) }
  }

  private static func read(of target: PackageDescription.Target) throws -> [SourceFile] {
    let excluded = target.exclude.map { "\(target.folder)/\($0)" }
    return try all(below: target.folder).filter { file in
      !excluded.contains { file.path == $0 || file.path.hasPrefix($0 + "/") }
    }
  }

  /// All Swift files below a folder, in order of their paths.
  private static func all(below folder: String) throws -> [SourceFile] {
    try paths(below: folder).map { path in
      let file = PackageDescription.root.appending(path: path)
      return SourceFile(path: path, text: try String(contentsOf: file, encoding: .utf8))
    }
  }

  /// The paths of all Swift files below a folder, in order.
  static func paths(below folder: String) throws -> [String] {
    let place = PackageDescription.root.appending(path: folder).path
    return try FileManager.default.subpathsOfDirectory(atPath: place)
      .filter { $0.hasSuffix(".swift") }.sorted().map { "\(folder)/\($0)" }
  }
}

extension Substring {
  /// The line without its comments.
  fileprivate var withoutComment: Substring {
    let code = contains("/*") ? replacing(/\/\*.*?\*\//, with: "") : self
    return code.firstRange(of: "//").map { code[..<$0.lowerBound] } ?? code
  }
}
