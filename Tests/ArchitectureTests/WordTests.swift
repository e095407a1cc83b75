import Foundation
import TestSupport
import Testing

/// Comments and texts avoid headless and personal phrases. A part of the program is the subject,
/// and the field's verb says what it does.
@Suite(.blocking)
struct `The words of the sources` {
  private static let phrases = [
    "whoever", "somebody", "nobody", "anew ", "in place of", " is told", " are told",
    " is one too", " are one too",
  ]

  /// Beginnings of comments without a head.
  private static let beginnings = [
    "// How far ", "// How many ", "// One that ", "// That of ", "// Those of ", "// Those that ",
    "// Who ", "// Whose ", "// What ", ". One that ",
  ]

  /// The whole text of a file is searched first, which is fast.
  @Test
  func `include none of the phrases, and no comment without a head or too wide`() throws {
    let sources = try SourceFile.all.get().filter { !$0.path.hasSuffix("/WordTests.swift") }
    let package = try Text("Package.swift")
    let texts =
      sources.map { (path: $0.path, text: $0.text) }
      + ([package] + (try Text.foreign())).map { ($0.path, $0.text) }
    var found: [String] = []
    for (path, text) in texts {
      found += Self.beginnings.filter { text.holds($0) }.map { "\(path): \($0)" }
      found += text.split(separator: "\n").filter(Self.isWideComment).map { "\(path): \($0)" }
      if Self.phrases.contains(where: text.lowercased().holds) {
        found += text.split(separator: "\n").filter(Self.isPersonal).map { "\(path): \($0)" }
      }
    }
    #expect(found == [])
  }

  @Test
  func `of the documents have a part of the program as their subject, and a head`() throws {
    let personal = [
      "newcomer", "everybody who", "anybody", " hear ", " hears ", " told ", " tells ", " dear ",
    ]
    let found = try Text.documents.get().flatMap { document in
      let lines = document.prose.filter { line in
        let words = " \(line.lowercased()) "
        return Self.isPersonal(line) || personal.contains(where: words.holds)
      }
      let headless = document.sentences.filter { $0.hasPrefix("Who ") && !$0.hasSuffix("?") }
      return (lines + headless).map { "\(document.path): \($0)" }
    }
    #expect(found == [])
  }

  /// Phrases that a reader has to read twice, each with a part that is quick to find. No single
  /// replacement fits them.
  ///
  /// Unsafe because `Regex` is not `Sendable`; these constants never change.
  nonisolated(unsafe) private static let stumbles: [(part: String, phrase: Regex<Substring>)] = [
    ("for ever", /\bfor ever\b/), ("be had", /\bcould not be had\b/), ("says the", /\bsays the\b/),
    ("workbook that is", /\bin this workbook that is\b/),
    (" no ", /\b(?!there\b)\w+ (?:is|are|was|were) no (?!longer)/),
    ("one too", /\b(?:that is|that are|is|are) one too\b/), ("one that is", /\bone that is\b/),
    ("among them", /\bamong them\b/),
    ("what ", /^what (?:is missing|is no|stands|lies|comes)\b[^?]*$/),
    ("stand", /\bstands?\b/), ("lie", /\blies?\b/), ("'s", /\b(?:a|an|the) \w+ of [a-z]\w*'s\b/),
    ("another beginning", /\banother beginning\b/), ("each later one", /\beach later one\b/),
    ("and so on", /\band so on\b/), ("a check of", /\ba check of\b/),
  ]

  @Test
  func `of a document in the book's voice do not stumble`() throws {
    let found = try Text.inVoice.get().flatMap { document in
      document.sentences.filter { sentence in
        let sentence = sentence.lowercased()
        return Self.stumbles.contains { part, phrase in
          sentence.holds(part) && sentence.contains(phrase)
        }
      }
      .map { "\(document.path): \($0)" }
    }
    #expect(found == [])
  }

  /// Comments have up to 100 columns, which the formatter does not check.
  private static func isWideComment(_ line: Substring) -> Bool {
    line.utf8.count > 100 && line.count > 100
      && line.drop(while: \.isWhitespace).prefixMatch(of: /\/[\/*]/) != nil
  }

  /// Whether a line has one of the phrases. The name "nobody" is a value of a program and does not
  /// count.
  private static func isPersonal(_ line: some StringProtocol) -> Bool {
    let line = line.lowercased()
    let found = phrases.filter(line.holds)
    guard found == ["nobody"] else { return !found.isEmpty }
    return line.replacing(/["\.]nobody|nobody"|nobody = |: nobody$|-> nobody$/, with: "")
      .holds("nobody")
  }
}

/// A text of the package.
private struct Text {
  let path: String
  let text: String

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOf: PackageDescription.root.appending(path: path), encoding: .utf8)
  }

  private static let chapters = ["ConfinedStore", "DDA", "Repository", "StorageChain", "Subjects"]

  /// The sources in C, JavaScript and CSS.
  static func foreign() throws -> [Text] {
    try FileManager.default.subpathsOfDirectory(
      atPath: PackageDescription.root.appending(path: "Sources").path
    )
    .filter { [".c", ".h", ".js", ".css"].contains(where: $0.hasSuffix) }
    .map { try Text("Sources/\($0)") }
  }

  /// README.md, the documents in Docs, and the chapters' README files.
  static let documents = Result {
    let root = PackageDescription.root
    let manager = FileManager.default
    let docs = try manager.contentsOfDirectory(atPath: root.appending(path: "Docs").path)
    let candidates =
      ["README.md"] + docs.filter { $0.hasSuffix(".md") }.map { "Docs/\($0)" }
      + chapters.map { "Chapters/\($0)/README.md" }
    return try candidates.filter { manager.fileExists(atPath: root.appending(path: $0).path) }
      .map(Text.init)
  }

  /// The documents, tasks and hints that are written in the book's voice.
  static let inVoice = Result {
    let folder = PackageDescription.root.appending(path: "Chapters").path
    let tasks = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix("/Task.md") || $0.hasSuffix("/Hints.md") }.map { "Chapters/\($0)" }
    let reference = ["Architecture", "Claims", "Errata", "Recording", "Teaching"]
    let voiceless = reference.map { "Docs/\($0).md" } + chapters.map { "Chapters/\($0)/README.md" }
    return try documents.get().filter { !voiceless.contains($0.path) } + tasks.map(Text.init)
  }

  /// The lines outside code and console blocks.
  var prose: [String] {
    var isInside = false
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in
        guard line.hasPrefix("```") else { return !isInside }
        isInside.toggle()
        return false
      }
      .map(String.init)
  }

  /// The sentences, each with its final punctuation mark.
  var sentences: [String] {
    prose.split { $0.isEmpty }.flatMap { paragraph in
      paragraph.joined(separator: " ").matches(of: /[^.?!:;]+[.?!:;]?/)
        .map { String($0.output).trimmingCharacters(in: .whitespaces) }
    }
  }
}
