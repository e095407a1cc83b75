internal import Foundation

/// The Swift compiler that is found first, as a shell would.
package struct Toolchain: Sendable, Hashable {
  /// Where `swiftc` is.
  package let compiler: String
  /// Its version line: `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  package let version: String

  /// Folders of the libraries that each Swift program needs.
  package let libraries: [String]

  /// The toolchain on the search path when it was first asked for, or nil when there is none that runs.
  package static let current = find()

  private static func find() -> Toolchain? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let compiler = path.split(separator: ":").map { "\($0)/swiftc" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    // Asked so, the compiler leaves an empty folder among the temporary files.
    let workspace = Workspace()
    defer { workspace.remove() }
    guard let compiler, let folder = try? workspace.folder("compiler") else { return nil }
    let command = Command(
      program: compiler, arguments: ["-print-target-info"],
      environment: ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 })
    guard let ending = try? ChildRunner().run(command, limits: .compiler),
      ending.cause == .exit(0),
      let facts = try? JSONDecoder().decode(TargetFacts.self, from: Data(ending.output))
    else { return nil }
    return Toolchain(
      compiler: compiler, version: facts.compilerVersion, libraries: facts.paths.runtimeLibraryPaths
    )
  }

  /// Whether this process was built to find races, and what it links must be as well.
  static let isUnderThreadSanitizer = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
}

/// What the compiler says of itself.
private struct TargetFacts: Decodable {
  struct Paths: Decodable {
    let runtimeLibraryPaths: [String]
  }

  let compilerVersion: String
  let paths: Paths
}

extension Limits {
  /// For the compiler, which tells no events: a minute, much output, much memory.
  static var compiler: Limits {
    var limits = Limits()
    limits.startSeconds = 60
    limits.outputBytes = 4 * 1024 * 1024
    limits.residentBytes = 8 * 1024 * 1024 * 1024
    return limits
  }
}
