import Foundation
import Testing

extension MarkdownDocument: CustomTestStringConvertible {
  var testDescription: String { path }
}

struct `A document` {
  @Test(arguments: Documents.all)
  func `links to what is there`(document: MarkdownDocument) {
    let dead = document.links.filter { !leadsSomewhere($0, from: document) }
    #expect(dead == [])
  }

  @Test(arguments: Documents.all)
  func `mentions only claims and errata that have an entry`(document: MarkdownDocument) {
    let unknown = Set(document.ids).subtracting(entries).sorted()
    #expect(unknown == [])
  }

  @Test(arguments: Documents.all)
  func `says of each block what it is, so that it can be checked`(document: MarkdownDocument) {
    let kinds = ["console", "python", "sh", "text"]
    let unchecked = document.fences.filter {
      !kinds.contains($0.info) && !$0.info.hasPrefix("swift ")
    }
    let commands = document.fences.filter { fence in
      fence.info == "text" && fence.lines.contains { $0.hasPrefix("$ ") }
    }
    #expect(document.openFence == nil, "a block that begins on this line has no end")
    #expect(document.unreadLines == [], "indented or tilde fences and reference links go unchecked")
    #expect(unchecked.map { "\($0.lineNumber): \($0.info)" } == [])
    #expect(commands.map(\.lineNumber) == [], "commands stand in console blocks")
  }

  @Test(arguments: Documents.all)
  func `names files that exist`(document: MarkdownDocument) {
    let missing = document.paths.filter { path in
      !path.contains("/Your")
        && !FileManager.default.fileExists(atPath: Documents.root.appending(path: path).path)
    }
    #expect(missing == [])
  }

  @Test
  func `is found by these tests`() {
    let paths = Documents.all.map(\.path)
    let expected = [
      "README.md", "Docs/Architecture.md", "Docs/Claims.md", "Docs/ConfinedStore.md",
      "Docs/Errata.md", "Docs/Exercises.md", "Docs/StorageChain.md", "Docs/Subjects.md",
      "Docs/Teaching.md",
    ]
    #expect(Set(expected).subtracting(paths) == [])
    #expect(Place.all("console").count > 13)
    #expect(`An excerpt`.excerpts.count > 13)
  }

  @Test
  func `has an entry for every claim and erratum of its chapters, once`() {
    let subjects = (23...42).map { "S0-\($0)" } + ["S0-44"]
    let errata = ["E-01", "E-02", "E-04", "E-11", "E-15"]
    #expect(Set(subjects + errata).subtracting(entries).sorted() == [])
    #expect(Set(entries).count == entries.count, "an entry stands twice: \(entries)")
  }

  /// Every claim that Claims.md lists in bold, every erratum that has a heading in Errata.md.
  private var entries: [String] {
    let claims = Documents.all.filter { $0.path.hasPrefix("Docs/Claims") }.flatMap { document in
      document.prose.compactMap { $0.text.prefixMatch(of: /- \*\*(S\d+-\d+)\*\*/)?.output.1 }
    }
    let errata = Documents.all.filter { $0.path.hasPrefix("Docs/Errata") }.flatMap { document in
      document.headings.compactMap { $0.prefixMatch(of: /E-\d+/)?.output }
    }
    return (claims + errata).map(String.init)
  }

  private func leadsSomewhere(_ link: String, from document: MarkdownDocument) -> Bool {
    if link.hasPrefix("https://") { return true }
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let folder = URL(filePath: "/" + document.path).deletingLastPathComponent()
    let path =
      parts[0].isEmpty
      ? document.path
      : String(folder.appending(path: String(parts[0])).standardizedFileURL.path.dropFirst())
    guard parts.count > 1 else {
      return FileManager.default.fileExists(atPath: Documents.root.appending(path: path).path)
    }
    let target = Documents.all.first { $0.path == path }
    return target?.anchors.contains(String(parts[1])) ?? false
  }
}
