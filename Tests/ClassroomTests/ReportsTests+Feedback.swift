import Foundation
import TestSupport
import Testing

@testable import Classroom

extension `The reports of a class` {
  @Test(.enabled(if: Browser.isInstalled, "chromium is not installed"))
  func `for a learner fit the screen of a phone`() throws {
    let long = String(repeating: "long", count: 40)
    try course.handIn("bob/\(long).swift")
    try report(adjustments: "learner,points,reason\nbob,-1,\(long)\n")
    let outer = course.folder.file("outer.html")
    let page = course.results.url.appending(path: "feedback/bob.html").absoluteString
    try Data(
      """
      <pre></pre><iframe width=390 height=800 src="\(page)"></iframe><script>
      onload = () => document.querySelector("pre").textContent =
        document.querySelector("iframe").contentDocument.documentElement.scrollWidth;
      </script>
      """.utf8
    ).write(to: outer)
    let width = try Browser.seen(
      Int.self, on: outer, after: 3_000, "--allow-file-access-from-files", "--hide-scrollbars")
    #expect(width == 390)
  }

  @Test
  func `leave the points open where a pack is damaged`() throws {
    try course.handIn("bob/RelayHub.swift", "// 2 of bob")
    try course.handIn("cid_workbook-pack.txt", "DataLayerWorkbook pack 1\n")
    try course.handIn("eve/PublishSubject.swift", "// 4 of eve")
    try FileManager.default.removeItem(at: course.submissions.appending(path: "ann"))
    let result = try report(adjustments: "learner,points,reason\ncid,1,talk\n")
    let statistics = ClassStatistics(result)
    #expect(result.lines.map(\.summary)[1] == "cid: not graded yet")
    #expect(
      try #require(course.results.file("gradebook.csv")).contains(
        "\r\ncid,cid,not graded,not graded,not graded,0,0,1,not graded,Not graded yet: "))
    #expect(statistics.median == 4.5)
    #expect(statistics.exercises.map(\.median) == [3.5, 2])
    #expect(statistics.exercises.map(\.learners) == [2, 1])
    #expect(statistics.distribution.reduce(0, +) == 2)
    let json = try #require(course.results.file("class.json"))
    #expect(json.components(separatedBy: "\"graded\" : false").count == 2)
    let index = try #require(course.results.file("index.html"))
    #expect(index.components(separatedBy: "title=\"not graded yet\">?</td>").count == 3)
    let html = try #require(course.results.file("feedback/cid.html"))
    let markdown = try #require(course.results.file("feedback/cid.md"))
    #expect(html.contains("<h1><bdi>cid</bdi>: not graded yet</h1>"))
    #expect(markdown.contains("\n# Not graded yet\n"))
    for text in [html, markdown] {
      #expect(!text.contains(/\b0 (of|\|)/) && text.contains("?"))
      #expect(text.components(separatedBy: "The pack is damaged").count == 5)
    }
  }

  @Test
  func `of a learner who has left are removed`() throws {
    try report()
    try FileManager.default.removeItem(at: course.submissions.appending(path: "bob"))
    try report(adjustments: "learner,points,reason\n")
    let names = course.results.names(in: "feedback")
    #expect(names == ["ann.html", "ann.md"])
  }
}
