import Foundation
import Testing

/// Comments and texts avoid headless and personal phrases. A part of the program is the subject,
/// and the field's verb says what it does.
struct `The words of the sources` {
  static let phrases = [
    "whoever", "somebody", "nobody", "anew ", "in place of", " is told", " are told",
  ]

  @Test
  func `include none of the phrases`() throws {
    let found = try Self.files().flatMap { file in
      try Self.lines(of: file).map { "\(file): \($0)" }
    }
    #expect(found == [])
  }

  @Test
  func `of the documents include no clause without a head`() throws {
    let headless = try Self.documents().flatMap { file in
      try Self.sentences(of: file).filter { $0.hasPrefix("Who ") && !$0.hasSuffix("?") }
        .map { "\(file): \($0)" }
    }
    #expect(headless == [])
  }

  @Test
  func `of comments include no clause without a head`() throws {
    let beginnings = [
      "// How far ", "// How many ", "// One that ", "// That of ", "// Those of ",
      "// Those that ", "// Who ", "// Whose ", "/// What ",
    ]
    let headless = try Self.files().flatMap { file in
      let text = try Self.text(of: file)
      return beginnings.filter { strstr(text, $0) != nil }.map { "\(file): \($0)" }
    }
    #expect(headless == [])
  }

  @Test
  func `of the documents have a part of the program as their subject`() throws {
    let personal = [
      "newcomer", "everybody who", "anybody", " hear ", " hears ", " told ", " tells ", " dear ",
    ]
    let lines = try Self.documents().flatMap { file in
      try Self.prose(of: file).filter { line in
        personal.contains { (" " + line.lowercased() + " ").contains($0) }
      }
      .map { "\(file): \($0)" }
    }
    #expect(lines == [])
  }

  /// The documents, tasks and hints that are written in the book's voice.
  static let inVoice: [String] = {
    let chapters = ["ConfinedStore", "DDA", "Repository", "StorageChain", "Subjects"]
    let texts = chapters.flatMap { chapter in
      let folder = PackageDescription.root.appending(path: "Chapters/\(chapter)").path
      let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return files.filter { $0.hasSuffix("/Task.md") || $0.hasSuffix("/Hints.md") }.sorted()
        .map { "Chapters/\(chapter)/\($0)" }
    }
    let documents =
      chapters + [
        "ConfinedStore-inside", "Exercises", "Glossary", "Moments", "Realm", "RxSwift", "Sources",
        "Workshop",
      ]
    return ["README.md"] + documents.map { "Docs/\($0).md" } + texts
  }()

  /// Phrases that a reader has to read twice. No single replacement fits them.
  ///
  /// Unsafe because `Regex` is not `Sendable`; these constants never change.
  nonisolated(unsafe) static let stumbles: [Regex<Substring>] = [
    /\b(?:for ever|could not be had|says the|in this workbook that is)\b/,
    /\b(?!there\b)\w+ (?:is|are|was|were) no (?!longer)/,
    /\b(?:that is|that are|is|are) one too\b|\bone that is\b|\bamong them\b/,
    /^What (?:is missing|is no|stands|lies|comes)\b[^?]*$/,
    /\b(?:stand|stands|lie|lies)\b/,
    /\b(?:a|an|the) \w+ of [A-Z]\w*'s\b/,
    /\b(?:another beginning|each later one|and so on)\b/,
    /\ba check of\b/,
  ].map { $0.ignoresCase() }

  @Test(arguments: inVoice)
  func `of a document in the book's voice do not stumble`(path: String) throws {
    let found = try Self.sentences(of: path).filter { sentence in
      Self.stumbles.contains { sentence.contains($0) }
    }
    #expect(found == [])
  }

  @Test(arguments: [
    ("They are no recommendation.", true), ("There is no magic in it.", false),
    ("It is no longer there.", false), ("A file of SQLite's is read.", true),
    ("The listing stands in whole.", true), ("What is missing is a lock.", true),
    ("What is missing?", false), ("Says the document.", true), ("The document says so.", false),
  ])
  func `that stumble are found`(sentence: String, isFound: Bool) {
    #expect(Self.stumbles.contains { sentence.contains($0) } == isFound)
  }

  @Test
  func `are searched whatever their case`() {
    #expect(Self.phrases(in: "Nobody asks whoever is told").count == 3)
    #expect(Self.phrases(in: "A subscriber receives the value").isEmpty)
  }

  /// The phrases in a line. The name "nobody" is a value of a program and does not count.
  private static func phrases(in line: String) -> [String] {
    let lowercased = line.lowercased()
    let found = phrases.filter { strstr(lowercased, $0) != nil }
    guard found.contains("nobody") else { return found }
    let rest = lowercased.replacing(
      /["\.]nobody|nobody"|nobody = |: nobody$|-> nobody$/, with: "")
    return found.filter { rest.contains($0) }
  }

  /// The lines of a file with one of the phrases. The whole text is searched first, which is fast.
  private static func lines(of path: String) throws -> [String] {
    guard !path.hasSuffix(".md") else {
      return try prose(of: path).filter { !phrases(in: $0).isEmpty }
    }
    let text = try text(of: path)
    let lowercased = text.lowercased()
    guard phrases.contains(where: { strstr(lowercased, $0) != nil }) else { return [] }
    return text.split(separator: "\n").map(String.init).filter { !phrases(in: $0).isEmpty }
  }

  /// The lines of a document outside its code and console blocks.
  private static func prose(of path: String) throws -> [String] {
    var isInside = false
    return try text(of: path).split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in
        guard line.hasPrefix("```") else { return !isInside }
        isInside.toggle()
        return false
      }
      .map(String.init)
  }

  /// The sentences of a document, each with its final punctuation mark.
  private static func sentences(of path: String) throws -> [String] {
    try prose(of: path).split { $0.isEmpty }.flatMap { paragraph in
      paragraph.joined(separator: " ").matches(of: /[^.?!:;]+[.?!:;]?/)
        .map { String($0.output).trimmingCharacters(in: .whitespaces) }
    }
  }

  private static func text(of path: String) throws -> String {
    try String(contentsOf: PackageDescription.root.appending(path: path), encoding: .utf8)
  }

  /// All Swift files except this one, Package.swift and the documents.
  private static func files() throws -> [String] {
    let swift = try ["Sources", "Chapters", "Tests"].flatMap { folder in
      try SourceFile.paths(below: folder)
    }
    return try swift.filter { !$0.hasSuffix("/WordTests.swift") } + ["Package.swift"] + documents()
  }

  /// The paths of README.md, the documents in Docs, and the chapters' README files.
  private static func documents() throws -> [String] {
    let manager = FileManager.default
    let root = PackageDescription.root
    let docs = try manager.contentsOfDirectory(atPath: root.appending(path: "Docs").path)
    let chapters = try manager.contentsOfDirectory(atPath: root.appending(path: "Chapters").path)
    let candidates =
      ["README.md"] + docs.filter { $0.hasSuffix(".md") }.map { "Docs/\($0)" }
      + chapters.map { "Chapters/\($0)/README.md" }
    return candidates.filter { manager.fileExists(atPath: root.appending(path: $0).path) }
  }
}
