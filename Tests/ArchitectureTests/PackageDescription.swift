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
  static let root = URL.testedPackage

  /// Loaded once, because SwiftPM takes a second.
  static let loaded = Result { try load() }

  /// Runs SwiftPM in a separate scratch folder, because `swift test` has locked the usual one. In
  /// TMPDIR SwiftPM leaves a directory behind; with an unchanged one it compiles no known manifest.
  private static func load() throws -> PackageDescription {
    let scratch = BuiltProgram.folder.appending(path: "PackageDescription")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let arguments = [
      "swift", "package", "dump-package", "--package-path", root.path, "--scratch-path",
      scratch.path,
    ]
    let ending = try BuiltProgram(at: URL(filePath: "/usr/bin/env"))
      .run(arguments, environment: ["TMPDIR": scratch.path])
    return try JSONDecoder().decode(PackageDescription.self, from: Data(ending.output.utf8))
  }
}

/// A Swift file and the modules that it imports.
struct SourceFile {
  /// The path relative to the package's root.
  let path: String
  let text: String

  /// `internal import Foundation`, `@testable import MiniRx`, `import struct MiniRx.Event`.
  ///
  /// Unsafe because `Regex` is not `Sendable`; this constant never changes.
  nonisolated(unsafe) private static let declaration =
    /^\s*(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|private|fileprivate)\s+)*import\s+(?:(?:typealias|struct|class|enum|protocol|actor|let|var|func)\s+)?(\w+)/

  var lines: [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n")).compactMap(Substring.init)
  }

  var imports: [String] {
    // Other lines are skipped first, because matching a regular expression is slow.
    let lines = lines.filter { $0.holds("import") }
    return lines.flatMap { $0.withoutComment.split(separator: ";") }
      .compactMap { $0.firstMatch(of: Self.declaration).map { String($0.output.1) } }
  }

  /// All Swift files of the package's targets, in order of their paths. They are read once.
  static let all = Result {
    try ["Chapters", "Sources", "Tests"].flatMap { folder in
      let place = PackageDescription.root.appending(path: folder)
      return try FileManager.default.subpathsOfDirectory(atPath: place.path)
        .filter { $0.hasSuffix(".swift") }.sorted().map { path in
          let text = try String(contentsOf: place.appending(path: path), encoding: .utf8)
          return SourceFile(path: "\(folder)/\(path)", text: text)
        }
    }
  }

  /// The Swift files of a target.
  static func all(of target: PackageDescription.Target) throws -> [SourceFile] {
    let folder = target.folder + "/"
    let excluded = target.exclude.map { folder + $0 }
    return try all.get().filter { file in
      file.path.hasPrefix(folder)
        && !excluded.contains { file.path == $0 || file.path.hasPrefix($0 + "/") }
    }
  }
}

extension Substring {
  /// The line without its comments.
  fileprivate var withoutComment: Substring {
    let code = contains("/*") ? replacing(/\/\*.*?\*\//, with: "") : self
    return code.firstRange(of: "//").map { code[..<$0.lowerBound] } ?? code
  }
}
