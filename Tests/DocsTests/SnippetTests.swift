import Foundation
import TestSupport
import Testing

@Suite(.blocking)
struct `A snippet` {
  @Test(arguments: Snippet.all.indices)
  func `compiles, or fails with the message that it names`(index: Int) throws {
    let place = Snippet.all[index]
    let messages = try Snippet.messages.get()[index]
    if let message = Snippet.expectedMessage(place) {
      let errors = messages.filter { $0.contains("error: ") }
      #expect(message.count >= 12, "too short to tell one error from another")
      #expect(errors.contains { $0.contains(message) }, "\(place.testDescription): \(errors)")
    } else {
      #expect(messages == [], "\(place.testDescription)")
    }
  }
}

/// Code in Docs that is in no file: `swift compiles`, or `swift fails: the compiler's message`.
enum Snippet {
  static let all = Place.all("swift").filter(isSnippet)

  static func isSnippet(_ place: Place) -> Bool {
    place.fence.info == "swift compiles" || place.fence.info.hasPrefix("swift fails: ")
  }

  /// The compiler's message for a snippet that must fail, or nil for a snippet that compiles.
  static func expectedMessage(_ place: Place) -> String? {
    place.fence.info.hasPrefix("swift fails: ") ? place.argument(after: "swift fails:") : nil
  }

  /// The errors and warnings about each snippet, from one run of the compiler for all. Each snippet
  /// has a file, for its imports, and a type, for its names.
  static let messages = Result {
    let folder = try TemporaryFolder("snippets")
    let files = all.indices.map { folder.file("\($0).swift") }
    for (index, place) in all.enumerated() {
      let isImport = { (line: String) in line.hasPrefix("import ") }
      let code = place.fence.lines.filter { !isImport($0) }.map { line in
        ["let ", "func "].contains(where: line.hasPrefix) ? "static \(line)" : line
      }
      let lines =
        place.fence.lines.filter(isImport) + ["enum Snippet\(index) {"] + code + ["}", ""]
      try Data(lines.joined(separator: "\n").utf8).write(to: files[index])
    }
    let modules = BuiltProgram.modules
    let ending = try BuiltProgram(at: URL(filePath: "/usr/bin/env")).run(
      [
        "swiftc", "-typecheck", "-whole-module-optimization", "-swift-version", "6",
        "-module-cache-path", modules.appending(path: "../ModuleCache").standardizedFileURL.path,
        "-I", modules.path,
        // Modules that were built for tests need the C module of SQLite.
        "-I", Documents.root.appending(path: "Sources/CSQLite/include").path,
      ] + files.map(\.path), environment: ["TMPDIR": folder.url.path])
    let messages = ending.errors.split(separator: "\n")
    // Otherwise, snippets that compile would pass although nothing was compiled.
    let elsewhere = messages.filter { message in
      ["<unknown>:", "error: "].contains(where: message.hasPrefix)
    }
    try #require(elsewhere.isEmpty)
    return files.enumerated().map { index, file in
      messages.filter { message in
        message.hasPrefix("\(file.path):")
          && [": error: ", ": warning: "].contains(where: message.contains)
      }
      .map { $0.replacing("Snippet\(index).", with: "") }
    }
  }
}
