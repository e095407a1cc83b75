import Foundation
import TestSupport
import Testing

/// `CSQLite.h` repeats declarations of `sqlite3.h`. The compiler checks that they agree.
@Suite(
  .enabled(
    if: SystemHeader.exists, "clang finds no sqlite3.h on this system to compare CSQLite.h with"))
struct `The declarations of CSQLite` {
  static let header = Result { try String(contentsOf: SystemHeader.ours, encoding: .utf8) }

  @Test
  func `agree with the system's header`() throws {
    #expect(try SystemHeader.disagreement(with: Self.header.get()) == nil)
  }

  static let mistakes: [(correct: String, wrong: String)] = [
    ("#define SQLITE_DONE 101", "#define SQLITE_DONE 102"),
    ("int sqlite3_step(sqlite3_stmt *)", "sqlite3_int64 sqlite3_step(sqlite3_stmt *)"),
    ("sqlite3_reset(", "sqlite3_rewind("),
  ]

  @Test(arguments: mistakes)
  func `are compared: a mistake does not compile`(correct: String, wrong: String) throws {
    let header = try Self.header.get()
    let mistaken = header.replacing(correct, with: wrong)
    try #require(mistaken != header)
    let messages = try SystemHeader.disagreement(with: mistaken)
    #expect(messages?.contains(": error: ") == true)
  }

  @Test
  func `are all used`() throws {
    let sources = SystemHeader.package.appending(path: "Sources")
    let swift = try
      (FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String }
      ?? []).filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: sources.appending(path: $0), encoding: .utf8) }.joined()
    let header = try Self.header.get()
    #expect(SystemHeader.names(in: header).filter { !swift.holds($0) } == [])
  }
}

enum SystemHeader {
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static let ours = package.appending(path: "Sources/CSQLite/include/CSQLite.h")

  /// Whether the toolchain's compiler finds SQLite's own header.
  static let exists = (try? compilerMessages("#include <sqlite3.h>\n")) == ""

  /// The compiler's messages for CSQLite.h together with the system's header, or nil if they agree.
  static func disagreement(with header: String) throws -> String? {
    let constants = names(in: header).filter { $0.hasPrefix("SQLITE_") }
    let functions = names(in: header).filter { $0.hasPrefix("sqlite3_") }
    #expect(constants.count > 20)
    #expect(functions.count > 30)
    let known =
      constants.map { "#ifndef \($0)\n#error \($0) is not declared\n#endif\n" }
      + functions.map { "void use_\($0)(void) { (void)sizeof(&\($0)); }\n" }
    // The system's header comes first, because Clang does not report a system header that disagrees
    // with an earlier one.
    let messages = try compilerMessages("#include <sqlite3.h>\n\(known.joined())\n\(header)")
    return messages.isEmpty ? nil : messages
  }

  /// The names of the constants and functions that a header declares.
  static func names(in header: String) -> [String] {
    header.matches(of: /#define (SQLITE_\w+)|\b(sqlite3_\w+)\(/)
      .map { String($0.output.1 ?? $0.output.2 ?? "") }
  }

  private static func compilerMessages(_ code: String) throws -> String {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "headers.c")
    try Data(code.utf8).write(to: file)
    return try BuiltProgram(at: URL(filePath: "/usr/bin/env"))
      .run(["clang", "-fsyntax-only", "-Werror", file.path]).errors
  }
}
