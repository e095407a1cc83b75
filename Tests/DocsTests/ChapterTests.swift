import Markdown
import Testing
import Workbook

struct `Every chapter` {
  static let all = Array(`A console block`.chapters.values)

  @Test
  func `lists each page once, on one line of 80 columns`() {
    for chapter in Self.all {
      let slugs = chapter.pages.map(\.slug)
      let width = slugs.map(\.count).max() ?? 0
      let long = chapter.pages.filter { width + 2 + $0.title.count > 80 }
      #expect(Set(slugs).count == slugs.count, "\(chapter.programName): \(slugs)")
      #expect(long.map(\.slug) == [], "\(chapter.programName): titles that are too long")
    }
  }

  @Test
  func `lists every page that is written for it`() throws {
    for chapter in Self.all {
      let folder = "Chapters/" + chapter.programName.replacing("Chapter-", with: "")
      let written = try Documents.swiftFiles(below: folder).map { file in
        file.matches(of: /static let \w+ = Page\(/).count
      }
      .reduce(0, +)
      #expect(
        chapter.pages.count == written,
        "\(chapter.programName) lists the left number of pages; its folder has the right number")
    }
  }
}

struct `A document about a chapter` {
  static let all = `A console block`.chapters.keys.sorted().flatMap(Documents.about)

  @Test(arguments: all)
  func `opens with what it teaches, needs and takes, and closes with five rules`(
    document: Document
  ) throws {
    let title = try #require(document.titles.first)
    let opening = document.prose(under: title).joined(separator: "\n")
    for promise in ["**You will be able to**", "**You need**", "**It takes**"] {
      #expect(opening.contains(promise))
    }
    #expect(document.titles.contains("Today"))
    let closing = document.prose(under: "Five rules to keep")
    let rules = closing.compactMap { $0.prefixMatch(of: /(\d)\.\s/)?.output.1 }
    #expect(rules == ["1", "2", "3", "4", "5"])
    #expect(closing.contains { $0.hasPrefix("**Next:**") })
  }
}

struct `A section of a page` {
  @Test
  func `lists the claims that link to it in Claims.md`() throws {
    let claims = Documents.all.filter { $0.path.hasPrefix("Docs/Claims") }
    let sent = claims.map(\.pagesByClaim).reduce(into: [:]) { $0.merge($1) { $1 } }
    #expect(!sent.isEmpty)
    for (program, chapter) in `A console block`.chapters {
      let documents = Documents.about(program)
      for page in chapter.pages {
        let named = Set(
          documents.flatMap { $0.prose(under: page.slug) }.flatMap(\.ids)
            .filter { $0.hasPrefix("S") })
        let targets = documents.map { "\($0.path.dropFirst("Docs/".count))#\(page.slug)" }
        let expected = Set(sent.filter { !Set($0.value).isDisjoint(with: targets) }.keys)
        #expect(
          named == expected,
          "\(program), section \(page.slug): the section's claims are left, those of Claims.md right"
        )
      }
    }
  }

  /// The opening section explains the ids, and tables may have a column of them.
  @Test
  func `names claims and errata in one line, and never in a sentence`() {
    let scattered = `A console block`.chapters.keys.flatMap(Documents.about).flatMap { document in
      document.titles.dropFirst().flatMap { heading in
        document.prose(under: heading).filter { line in
          !["| ", "Shown here:", "Errata:", "Realm:"].contains { line.hasPrefix($0) }
            && !line.ids.isEmpty
        }
        .map { "\(document.path), section \(heading): \($0)" }
      }
    }
    #expect(scattered == [])
  }

  @Test
  func `shows code before it shows a run`() {
    let without = `A console block`.chapters.flatMap { program, chapter in
      Documents.about(program).flatMap { document in
        chapter.pages.filter { page in
          guard let run = document.runs(of: page.slug, by: program).first else { return false }
          return !document.fences.contains {
            $0.section == page.slug && $0.info.hasPrefix("swift ")
              && $0.lineNumber < run.lineNumber
          }
        }
        .map { "\(document.path), section \($0.slug)" }
      }
    }
    #expect(without == [])
  }
}

extension Document {
  /// The link targets of each claim: `S0-23` has `Subjects.md#publish-subject` and others.
  fileprivate var pagesByClaim: [String: [String]] {
    var pages: [String: [String]] = [:]
    var claim: String?
    for (_, line) in prose {
      if let id = line.prefixMatch(of: /- \*\*(S\d-\d\d)\*\*/)?.output.1 { claim = String(id) }
      if line.isEmpty { claim = nil }
      guard let claim else { continue }
      pages[claim, default: []] += line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
    }
    return pages
  }
}
