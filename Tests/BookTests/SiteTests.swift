import Foundation
import LayeredStorage
import Markdown
import TestSupport
import Testing
import Workbook

@testable import Book

/// The site of this package, made once for all tests.
enum PackageBook {
  static let root = URL.testedPackage

  static let site = Result {
    let docs = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: "Docs").path)
    return try Site(
      documents: docs.filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) },
      recordings: recordings.get()
    ) {
      let file = root.appending(path: $0)
      guard FileManager.default.fileExists(atPath: file.path) else { return nil }
      return try String(contentsOf: file, encoding: .utf8)
    }
  }

  /// The recordings of all pages, from a run of each chapter's program.
  static let recordings = Result {
    try Site.chapters.flatMap { chapter in
      let program = try #require(RecordedProgram.all.get()["Chapter-\(chapter)"])
      #expect(program.ending.status == 0, "\(program.ending.errors)")
      return try RecordedPage.all(program.recording)
    }
  }
}

@Suite(.blocking)
struct `The book` {
  /// A site of two documents.
  private func site(
    _ subjects: String, reference: String = "# Errata\n\n## E-01\n", files: [String: String] = [:],
    recordings: [RecordedPage] = []
  ) throws -> [String: String] {
    var texts = files
    texts["README.md"] = "# Book\n\nRead [this](Docs/Subjects.md).\n\n## Start\n"
    texts["Docs/Subjects.md"] = subjects
    texts["Docs/Errata.md"] = reference
    for name in Outline.order([]) where texts["Docs/\(name).md"] == nil {
      texts["Docs/\(name).md"] = "# \(name)\n"
    }
    let site = try Site(documents: ["Errata"], recordings: recordings) {
      texts[$0] ?? ($0.hasPrefix("Sources/Book/Assets/") ? "" : nil)
    }
    return site.files.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  @Test
  func `has a page for each section, with the way to its neighbours`() throws {
    let site = try site(
      """
      # Subjects

      ## Kinds

      ### publish-subject

      See [E-01](Errata.md#e-01), [below](#today) and [the end](#the-end).

      ```console
      $ swift run Chapter-Subjects publish-subject
      observer1: <2>
      ```

      ### hub

      <details><summary>The run</summary>

      ```console
      $ swift run Chapter-Subjects hub --draw
      hub: next(1)

      sent  1--
      ```
      </details>

      <details><summary>Another</summary>

      ```console
      $ swift run workbook
      ```
      </details>

      ## Today

      ### The end
      """)
    let page = try #require(site["Subjects/publish-subject.html"])
    #expect(page.contains("<h1 id=\"publish-subject\">publish-subject</h1>"))
    #expect(page.contains("<a href=\"../Errata.html#e-01\">E-01</a>"))
    #expect(page.contains("<a href=\"today.html\">below</a>"))
    #expect(page.contains("<a href=\"today.html#the-end\">the end</a>"))
    #expect(page.contains("<a rel=\"prev\" href=\"kinds.html\">"))
    #expect(page.contains("<a rel=\"next\" href=\"hub.html\">"))
    #expect(page.contains("data-run=\"Chapter-Subjects publish-subject\""))
    #expect(page.contains("observer1: &lt;2&gt;"))
    let hub = try #require(site["Subjects/hub.html"])
    #expect(hub.contains("data-run=\"Chapter-Subjects hub\""))
    #expect(hub.contains("hub: next(1)") && !hub.contains("sent  1--"))
    #expect(hub.contains("<details><summary>Another</summary>\n<figure class=\"console\">"))
    #expect(site["Subjects/the-end.html"] == nil)
    // Without scripts, each page lists the pages of its chapter.
    #expect(hub.contains("<a href=\"hub.html\" aria-current=\"page\">hub <small>hub</small></a>"))
    #expect(hub.contains("<li><a href=\"today.html\">Today</a></li>"))
    #expect(site["Subjects/today.html"]?.contains("<title>Today · Subjects</title>") == true)
    let printed = try #require(site["print.html"])
    #expect(printed.contains("<details open>") && !printed.contains(" id=\"hub\""))
    #expect(printed.contains("<a href=\"Errata.html#e-01\">E-01</a>"))
    #expect(SiteCheck.problems(of: site.mapValues { Data($0.utf8) }) == [])
  }

  @Test
  func `shows the file of an excerpt, and links to its line`() throws {
    let site = try site(
      "# Subjects\n\n```swift Sources/A.swift\nlet a = 1\n```\n",
      files: ["Sources/A.swift": "\n  let a = 1\n"])
    let page = try #require(site["Subjects/index.html"])
    #expect(page.contains("<a href=\"../Sources/A.swift.html#L2\">Sources/A.swift</a>"))
    let source = try #require(site["Sources/A.swift.html"])
    #expect(source.contains("\n<span class=\"row\" id=\"L2\">  <b>let</b> a = <u>1</u></span>"))
    #expect(source.contains("Shown in <a href=\"../Subjects/index.html\">Subjects</a>"))
  }

  @Test
  func `says where a chapter first uses each term of the glossary`() throws {
    let texts = [
      "README.md": "# Book\n",
      "Docs/Glossary.md": "# Glossary\n\n## Layer\nA part.\n\n## Row\nA line.\n",
      "Docs/Subjects.md": "# Subjects\n\n## Kinds\n\n[Layers](Glossary.md#layer) and rows.\n",
    ]
    let site = try Site(documents: ["Glossary"]) { texts[$0] ?? "# \($0)\n" }
    let glossary = String(decoding: try #require(site.files["Glossary.html"]), as: UTF8.self)
    let uses = glossary.matches(of: #/<p class="use">(.*)<\/p>/#).map { String($0.output.1) }
    #expect(uses == [#"First in <a href="Subjects/kinds.html">Kinds</a>"#])
  }

  @Test
  func `has a page for a task and its scene, but none for other files of a task`()
    throws
  {
    let site = try site(
      "# Subjects\n\n[the task](../A/Task.md)\n",
      files: [
        "A/Task.md":
          "# Task\n\n[mine](Exercise.swift), [given](B.swift), [scene](../Sources/Exercises/S.swift)\n",
        "A/B.swift": "", "Sources/Exercises/S.swift": "",
      ])
    let task = try #require(site["A/Task.html"])
    #expect(
      task.contains("<p>mine, given, <a href=\"../Sources/Exercises/S.swift.html\">scene</a></p>"))
    #expect(site["Subjects/index.html"]?.contains("<a href=\"../A/Task.html\">") == true)
    #expect(site["A/B.swift.html"] == nil)
  }

  @Test(arguments: [
    ("[a](B.md)", "Docs/Subjects.md:3: there is no file Docs/B.md"),
    ("[a](Errata.md#e-02)", "Docs/Subjects.md:3: Errata.md#e-02 leads nowhere"),
    ("[a](../../b)", "Docs/Subjects.md:3: ../../b leads out of the package"),
    ("```swift A.swift\nb\n```", "Docs/Subjects.md:3: this excerpt is not in A.swift"),
  ])
  func `is refused when a link or an excerpt leads nowhere`(text: String, sentence: String) {
    let error = #expect(throws: MarkdownError.self) {
      try site("# Subjects\n\n\(text)\n", files: ["A.swift": "a"])
    }
    #expect(error?.description == sentence)
  }

  @Test(arguments: ["README.md", "Sources/Book/Assets/copy.js"])
  func `is refused when a file that it needs is missing`(missing: String) {
    let error = #expect(throws: MarkdownError.self) {
      try Site(documents: []) { $0 == missing ? nil : "" }
    }
    #expect(error?.description == "\(missing):1: the book needs this file: restore it")
  }

  @Test
  func `of this package has no broken link, no request elsewhere and a small size`() throws {
    let site = try PackageBook.site.get()
    #expect(SiteCheck.problems(of: site.files) == [])
    #expect(site.files.count > 300)
  }

  /// A site with several of all that a page is made of: pictures, excerpts, ids and tasks.
  @Test
  func `is the same bytes when it is made twice`() throws {
    let recordings = try PackageBook.recordings.get().filter { $0.chapter == "Subjects" }
    let names = ["A", "B", "C", "D", "E", "F", "G", "H"]
    let sections = recordings.map { recording in
      (["### \(recording.page)", "", "```console", "$ swift run \(recording.run)"]
        + recording.lines + ["```"]).map { $0 + "\n" }.joined()
    }
    let parts = names.map { name in
      "```swift Sources/\(name).swift\nlet a = 1\n```\n\nE-01, [task](../\(name)/Task.md).\n"
    }
    var files: [String: String] = [:]
    for name in names {
      files["Sources/\(name).swift"] = "\nlet a = 1\n"
      files["\(name)/Task.md"] = "# \(name)\n"
    }
    let ids = (1...8).map { "## E-0\($0)\n\n**A line.**\n" }
    let make = {
      try site(
        "# Subjects\n\n## Kinds\n\n" + (parts + sections).joined(separator: "\n"),
        reference: "# Errata\n\n" + ids.joined(separator: "\n"), files: files,
        recordings: recordings)
    }
    let (first, second) = try (make(), make())
    #expect(first["Subjects/hub.html"]?.contains("<svg") == true)
    #expect(first.keys.filter { first[$0] != second[$0] } == [])
    #expect(first.count == second.count)
  }
}
