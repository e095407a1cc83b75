import Foundation
import Markdown
import TestSupport
import Testing

extension Document: CustomTestStringConvertible {
  var testDescription: String { path }
}

@Suite(.blocking)
struct `A document` {
  @Test(arguments: Documents.all)
  func `mentions only claims, errata and behaviours that have an entry`(document: Document) {
    #expect(Set(document.ids).subtracting(entries).sorted() == [])
  }

  @Test(arguments: Documents.all)
  func `labels each block with a kind that can be checked`(document: Document) {
    let kinds = ["console", "python", "sh", "text"]
    let unchecked = document.fences.filter {
      !kinds.contains($0.info) && !$0.info.hasPrefix("swift ")
    }
    let commands = document.fences.filter { fence in
      fence.info == "text" && fence.lines.contains { $0.hasPrefix("$ ") }
    }
    #expect(unchecked.map { "\($0.lineNumber): \($0.info)" } == [])
    #expect(commands.map(\.lineNumber) == [], "commands stand in console blocks")
  }

  @Test(arguments: Documents.all)
  func `names files that exist`(document: Document) {
    let missing = document.paths.filter { path in
      // Countdown is the exercise that a reader of Teaching.md adds.
      !path.contains("/Your") && !path.contains("/Countdown")
        && !FileManager.default.fileExists(atPath: Documents.root.appending(path: path).path)
    }
    #expect(missing == [])
  }

  @Test
  func `about a chapter leads to its source at the first mention`() {
    let unsourced = `A console block`.chapters.keys.flatMap(Documents.about).filter { document in
      let first = document.prose.first { $0.text.contains(/\bdocuments?\b/) }?.text ?? ""
      return !first.contains("[document](Sources.md#s")
    }
    #expect(unsourced.map(\.path) == [])
  }

  @Test
  func `defines no glossary term that is never linked`() throws {
    let glossary = try #require(Documents.all.first { $0.path == "Docs/Glossary.md" })
    let linked = Documents.all.flatMap(\.links).compactMap { link in
      link.firstRange(of: "Glossary.md#").map { String(link[$0.upperBound...]) }
    }
    #expect(Set(glossary.anchors.values).subtracting(linked) == ["glossary"])
  }

  /// Other tests name all other documents.
  @Test
  func `is found by these tests`() {
    let paths = Documents.all.map(\.path)
    let expected = [
      "Chapters/Repository/README.md", "Docs/Architecture.md", "Docs/Exercises.md",
      "Docs/Recording.md", "Docs/RxSwift.md", "Docs/Sources.md", "Docs/Workshop.md",
    ]
    #expect(Set(expected).subtracting(paths) == [])
    #expect(Place.all("console").count > 13)
    #expect(`An excerpt`.excerpts.count > 13)
  }

  @Test
  func `has an entry for every claim and erratum, once`() {
    for (document, count) in [45, 31, 26, 32, 30].enumerated() {
      let claims = entries.filter { $0.hasPrefix("S\(document)-") }
      #expect(claims.compactMap { Int($0.suffix(2)) }.sorted() == Array(1...count))
    }
    #expect(entries.filter { $0.hasPrefix("E") }.compactMap { Int($0.suffix(2)) } == Array(1...80))
    #expect(Set(entries).count == entries.count, "an entry stands twice: \(entries)")
  }

  /// The ids of the claims in Claims.md, the errata in Errata.md and the behaviours in Realm.md.
  private var entries: [String] {
    let claims = Claim.all.map(\.id)
    let errata = Documents.all.filter { $0.path.hasPrefix("Docs/Errata") }.flatMap { document in
      document.titles.compactMap { $0.prefixMatch(of: /E-\d+/)?.output }
    }
    return claims + errata.map(String.init) + Behaviour.all.map(\.id)
  }
}

struct `A claim` {
  @Test
  func `is quoted, shown by a listing, or ours`() {
    #expect(Set(Claim.all.compactMap(\.mark)) == ["said", "shown by a listing", "ours"])
    #expect(Claim.all.filter { $0.mark == nil }.map(\.id) == [], "claims without a mark")
    let unsupported = Claim.all.filter { $0.mark == "said" && $0.quotations.count != 1 }
    #expect(unsupported.map(\.id) == [], "what is said has one quotation")
    let invented = Claim.all.filter { $0.mark != "said" && !$0.quotations.isEmpty }
    #expect(invented.map(\.id) == [], "what is quoted is said")
    let empty = Claim.all.filter { $0.quotations.contains { $0.count < 4 || $0.count > 80 } }
    #expect(empty.map(\.id) == [], "a quotation is a few words")
  }
}

/// An item of Claims.md.
private struct Claim {
  let id: String
  /// `said`, `shown by a listing` or `ours`, or nil for any other mark.
  let mark: String?
  /// The texts between the brackets 「 and 」.
  let quotations: [String]

  static let all: [Claim] = Documents.all.filter { $0.path.hasPrefix("Docs/Claims") }
    .flatMap { document in
      let text = document.prose.map(\.text).joined(separator: "\n")
      return text.split(separator: "\n- **").dropFirst().compactMap(Claim.init)
    }

  private init?(_ item: Substring) {
    let item = item.split(separator: "\n\n").first ?? ""
    guard let id = item.prefixMatch(of: /(S\d-\d\d)\*\*/)?.output.1 else { return nil }
    self.id = String(id)
    mark = item.firstMatch(of: #/\*(said|shown by a listing|ours)\*:/#)
      .map { String($0.output.1) }
    quotations = item.matches(of: /「([^」]*)」/).map { String($0.output.1) }
  }
}

struct `A Realm behaviour` {
  @Test
  func `is tested by a test that names it, or left out with a reason`() throws {
    let tests = try Documents.swiftFiles(below: "Tests/ThreadConfinementTests")
    let tested = Set(
      tests.flatMap { $0.matches(of: /func `[^`]*`/).flatMap { String($0.output).ids } })
    let behaviours = Behaviour.all
    #expect(behaviours.map(\.id) == (1...76).map { $0 < 10 ? "R-0\($0)" : "R-\($0)" })
    #expect(Set(behaviours.filter(\.isBuilt).map(\.id)) == tested)
    #expect(behaviours.filter { !$0.isBuilt && $0.reason.count < 12 }.map(\.id) == [])
  }
}

/// A row of Realm.md.
private struct Behaviour {
  let id: String
  let isBuilt: Bool
  /// The reason for leaving it out, or the difference from Realm.
  let reason: Substring

  static let all: [Behaviour] = Documents.all.filter { $0.path == "Docs/Realm.md" }
    .flatMap { document in
      document.prose.compactMap { line in
        guard
          let row = line.text.wholeMatch(
            of: /\| \*\*(R-\d\d)\*\* \|.*\| (built|left out)([^|]*) \|/)
        else { return nil }
        return Behaviour(
          id: String(row.output.1), isBuilt: row.output.2 == "built", reason: row.output.3)
      }
    }
}
