internal import Foundation

/// The Swift compiler that is found first, as a shell would.
package struct Toolchain: Sendable, Hashable {
  /// Where `swiftc` is.
  package let compiler: String
  /// Its version line: `Swift version 6.3.1 (swift-6.3.1-RELEASE)`.
  package let version: String

  /// The toolchain on the search path, or nil when there is none that runs.
  package static func find() -> Toolchain? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let compiler = path.split(separator: ":").map { "\($0)/swiftc" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let compiler else { return nil }
    let command = Command(
      program: compiler, arguments: ["--version"],
      environment: ProcessInfo.processInfo.environment)
    guard let ending = try? ChildRunner().run(command, limits: .compiler), ending.cause == .exit(0)
    else { return nil }
    let said = String(decoding: ending.output + ending.errors, as: UTF8.self)
    let line = said.split(separator: "\n").first { $0.contains("Swift version") } ?? "Swift"
    let version = line.firstRange(of: "Swift version").map { line[$0.lowerBound...] } ?? line
    return Toolchain(compiler: compiler, version: version.trimmingCharacters(in: .whitespaces))
  }

  /// Whether this process was built to find races, and what it links must be as well.
  static let isUnderThreadSanitizer = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
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
