import Foundation
import Grading
import Markdown
import Testing
import Workbook

/// Tables in the documents have exactly one row for each declaration in the code.
struct `A table` {
  @Test
  func `of verdicts has a row for each`() throws {
    let rows = try Self.codes(in: "Docs/Exercises.md", below: "verdict")
    #expect(rows == Verdict.allCases.map(\.rawValue))
  }

  @Test
  func `of report formats has a row for each`() throws {
    let rows = try Self.codes(in: "Docs/Teaching.md", below: "format")
    #expect(rows == ReportFormat.allCases.map(\.rawValue))
  }

  @Test
  func `of a semester has each rung and exercise once, and pages that exist`() throws {
    let rows = try Self.rows(in: "Docs/Teaching.md", below: "week")
    let names = rows.flatMap { $0[3].matches(of: /`(\w+)`/).map { String($0.output.1) } }
    let slugs = Set(`Every chapter`.all.flatMap { $0.pages.map(\.slug) })
    let pages = rows.flatMap { $0[2].matches(of: /`(.+?)`/).map { String($0.output.1) } }
    #expect(rows.map { $0[0] } == (1...12).map { "\($0)" })
    #expect(names == Catalog.all.map(\.name))
    #expect(pages.filter { !slugs.contains($0) } == [])
  }

  @Test
  func `of chapters has a row for each, with its program`() throws {
    let table = try Self.rows(in: "README.md", below: "chapter").map { $0[1] }
    let programs = `Every chapter`.all.map { "`\($0.programName)`" }
    #expect(table.sorted() == programs.sorted())
  }

  @Test
  func `of a learner's rights has the current limits`() throws {
    let rows = try Self.rows(in: "Docs/Teaching.md", below: "")
    let text = rows.map { $0.joined(separator: ": ") }.joined(separator: "\n")
    let limits = Limits()
    let expected = [
      "time: \(Int(limits.cpuSeconds)) s of processor time, \(Int(limits.stallSeconds)) s in which",
      "output: \(limits.outputBytes >> 10) KB for each script",
      "memory: \(limits.residentBytes >> 20) MB resident",
      "\(limits.addressBytes >> 30) GB of addresses",
    ]
    #expect(expected.filter { !text.contains($0) } == [])
  }

  /// The rows of the table whose first column has this heading, as cells.
  private static func rows(in path: String, below heading: String) throws -> [[String]] {
    let document = try #require(Documents.all.first { $0.path == path })
    let lines = document.prose.map(\.text)
    let start = try #require(
      lines.firstIndex { $0.isRow && $0.cells.first == heading }, "no table “\(heading)” in \(path)"
    )
    return lines[(start + 2)...].prefix(while: \.isRow).map(\.cells)
  }

  /// The first cells, without their backticks.
  private static func codes(in path: String, below heading: String) throws -> [String] {
    try rows(in: path, below: heading).map { $0.first?.replacing("`", with: "") ?? "" }
  }
}

extension String {
  fileprivate var isRow: Bool { hasPrefix("|") }

  /// The cells of a table row. A cell cannot contain a bar.
  fileprivate var cells: [String] {
    split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
