import Foundation
import TestSupport
import Testing

struct `A snippet` {
  @Test(arguments: Place.all("swift").filter(Snippet.isSnippet))
  func `compiles, or fails with the message that it names`(place: Place) throws {
    let verdict = try Snippet.typecheck(place.fence.lines.joined(separator: "\n"))
    if let message = Snippet.expectedMessage(place) {
      let errors = verdict.messages.split(separator: "\n").filter { $0.contains("error: ") }
      #expect(message.count >= 12, "too short to tell one error from another")
      #expect(verdict.status != 0, "the snippet compiles")
      #expect(errors.contains { $0.contains(message) }, "the compiler says: \(errors)")
    } else {
      #expect(verdict.messages == "")
      #expect(verdict.status == 0)
    }
  }
}

/// Code in Docs that is in no file: `swift compiles`, or `swift fails: the compiler's message`.
enum Snippet {
  static func isSnippet(_ place: Place) -> Bool {
    place.fence.info == "swift compiles" || place.fence.info.hasPrefix("swift fails: ")
  }

  /// The compiler's message for a snippet that must fail, or nil for a snippet that compiles.
  static func expectedMessage(_ place: Place) -> String? {
    place.fence.info.hasPrefix("swift fails: ") ? place.argument(after: "swift fails:") : nil
  }

  /// Type-checks a file against the modules that were built with the tests.
  static func typecheck(_ code: String) throws -> (messages: String, status: Int32) {
    // The compiler leaves a directory behind in TMPDIR each time.
    let folder = try TemporaryFolder("snippet")
    let file = folder.file("snippet.swift")
    try code.write(to: file, atomically: true, encoding: .utf8)
    let command = try frontend.get().replacing(" \(placeholder) ", with: " \"$0\" ")
    let ending = try BuiltProgram(at: URL(filePath: "/bin/sh"))
      .run(["-c", "exec \(command)", file.path], environment: ["TMPDIR": folder.url.path])
    return (ending.errors, ending.status)
  }

  /// The path that a snippet's file replaces in the command line.
  private static let placeholder = "/snippet.swift"

  /// The command line with which `swiftc` starts the compiler frontend, quoted for a shell.
  /// Starting the frontend directly halves the time for each snippet.
  private static let frontend = Result<String, any Error> {
    let folder = try TemporaryFolder("snippet")
    let arguments = [
      "swiftc", "-###", "-typecheck", "-swift-version", "6", "-module-cache-path",
      BuiltProgram.modules.appending(path: "../ModuleCache").standardizedFileURL.path,
      "-I", BuiltProgram.modules.path,
      // Modules that were built for tests need the C module of SQLite.
      "-I", Documents.root.appending(path: "Sources/CSQLite/include").path, placeholder,
    ]
    let ending = try BuiltProgram(at: URL(filePath: "/usr/bin/env"))
      .run(arguments, environment: ["TMPDIR": folder.url.path])
    return try #require(ending.output.split(separator: "\n").first.map(String.init), "\(ending)")
  }
}
