import Foundation
import Testing

/// Headless and personal phrases, which the comments and texts of this package do without: a part of the program is the
/// subject, and the field's verb says what it does.
struct `The words of the sources` {
  static let phrases = [
    "whoever", "somebody", "nobody", "anew ", "in place of", " is told", " are told",
  ]

  /// Lines with such a phrase that are left in a folder. A number only ever falls; a folder that is not listed has none.
  static let remaining: [String: Int] = [
    "Chapters/ConfinedStore/": 3,
    "Chapters/DDA/": 2,
    "Chapters/StorageChain/": 7,
    "Tests/ConcurrencyTests/": 2,
    "Tests/ConfinedStoreTests/": 3,
    "Tests/DataAccessTests/": 2,
    "Tests/MiniRxTests/": 1,
    "Tests/StorageChainTests/": 2,
    "Tests/ThreadConfinementTests/": 15,
  ]

  @Test
  func `need none of the phrases`() throws {
    var counts: [String: Int] = [:]
    var lines: [String] = []
    for file in try Self.files() {
      let found = try Self.lines(of: file)
      counts[Self.folder(of: file), default: 0] += found.count
      lines += found.map { "\(file): \($0)" }
    }
    let tooMany = counts.filter { $0.value > Self.remaining[$0.key, default: 0] }
    let new = lines.filter { line in tooMany.keys.contains { line.hasPrefix($0) } }
    #expect(tooMany == [:], "\(new.joined(separator: "\n"))")
  }

  @Test
  func `are searched whatever their case`() {
    #expect(Self.phrases(in: "Nobody asks whoever is told").count == 3)
    #expect(Self.phrases(in: "A subscriber receives the value").isEmpty)
  }

  /// A person who is called "nobody" is a value of a program, and no phrase.
  private static func phrases(in line: String) -> [String] {
    let line = line.lowercased().replacing(/["\.]nobody|nobody"|: nobody$|-> nobody$/, with: "")
    return phrases.filter { line.contains($0) }
  }

  /// The lines of a file that have one of the phrases. Most files have none, which a search of the whole text finds fast.
  private static func lines(of path: String) throws -> [String] {
    let root = PackageDescription.root
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    guard !phrases(in: text).isEmpty else { return [] }
    return text.split(separator: "\n").map(String.init).filter { !phrases(in: $0).isEmpty }
  }

  /// All Swift files, and the documents about the package itself, but not this one.
  private static func files() throws -> [String] {
    let swift = try ["Sources", "Chapters", "Tests"].flatMap { folder in
      try SourceFile.paths(below: folder)
    }
    return swift.filter { !$0.hasSuffix("/WordTests.swift") }
      + ["Package.swift", "README.md", "Docs/Architecture.md", "Docs/Teaching.md"]
  }

  /// `Sources/MiniRx/` of `Sources/MiniRx/Subjects/Phase.swift`.
  private static func folder(of path: String) -> String {
    let names = path.split(separator: "/")
    return names.count < 3 ? path : names.prefix(2).joined(separator: "/") + "/"
  }
}
