import Foundation
import Testing

@testable import Classroom

struct `A table` {
  private func cells(_ bytes: Data) throws -> [[String]] {
    let table = try CSVTable(bytes, file: "roster.csv")
    return [table.header] + table.rows.map(\.cells)
  }

  @Test
  func `is read with quotes, line breaks in cells and either line end`() throws {
    let cells = try cells(
      Data("name,note\r\n\"Lee, \"\"Ann\"\"\",\"one\r\ntwo\"\r\n\r\nBob,\n".utf8))
    #expect(cells == [["name", "note"], ["Lee, \"Ann\"", "one\r\ntwo"], ["Bob", ""]])
  }

  @Test(arguments: [";", "\t", ","])
  func `uses the separator of its header`(separator: String) throws {
    let lines = [["learner", "name", "due"], ["ann", "a|b c", "2026-06-01"]]
    let text = lines.map { $0.joined(separator: separator) }.joined(separator: "\n")
    #expect(try cells(Data(text.utf8)) == lines)
  }

  @Test
  func `is read in UTF-8 with and without a mark, and in UTF-16`() throws {
    let text = "learner,name\njosé,李 Ann\n"
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let forms = [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFE, 0xFF] + big,
      [0xFF, 0xFE] + little,
    ]
    for form in forms {
      let cells = try cells(Data(form))
      #expect(cells == [["learner", "name"], ["josé", "李 Ann"]], "\(form.prefix(3))")
    }
  }

  @Test(arguments: [
    ("", "roster.csv is empty: its first line has to name the columns"),
    (
      "learner,name,Name\n",
      "roster.csv, line 1, has two columns “name”: rename or remove one of them"
    ),
    (
      "name" + String(repeating: ",", count: 200_000) + "\n",
      "roster.csv, line 1, has 200001 columns, more than 1000: remove those that are not needed"
    ),
    (
      "learner,name\n\nann,Lee,Ann\n",
      "roster.csv, line 3, has 3 cells and the header 2: put a cell that contains the separator into "
        + "quotes"
    ),
    (
      "learner,name\nann,Ann\nbob,\"Bob\n",
      "roster.csv, line 3, begins a quoted cell that does not end: close it with \""
    ),
  ])
  func `with a mistake is refused with the line and a remedy`(text: String, problem: String) {
    let error = #expect(throws: ClassInputError.self) { try cells(Data(text.utf8)) }
    #expect(error?.description == problem)
  }

  @Test
  func `in another encoding is refused`() {
    let (latin, unmarked) = (Data([0x6C, 0x0A, 0xE9, 0x2C]), Data([0x6C, 0, 0x0A, 0]))
    let errors = [latin, unmarked].map { form in
      #expect(throws: ClassInputError.self) { try cells(form) }?.description
    }
    let error = "roster.csv is neither UTF-8 nor UTF-16: save it as “CSV UTF-8”"
    #expect(errors == [error, error])
  }

  @Test
  func `is unchanged by writing and reading, and contains no formula`() throws {
    let rows = [["learner", "name"], ["a\"b", "x,y\nz"], [" ann ", "'=1+1"]]
    let text = CSVText.of(
      ["learner", "name"],
      [["a\"b", "x,y\r\nz"].map(Cell.text), [" ann ", "=1+1"].map(Cell.text)])
    #expect(try cells(Data(text.utf8)) == rows)
    let numbers = CSVText.of(["n"], [[.number(-3), .points(2.5), .points(3), .empty, .text("-3")]])
    #expect(numbers == "\u{FEFF}n\r\n-3,2.5,3,,'-3\r\n")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), (" =1+1", "' =1+1"), ("\u{A0}@x", "'\u{A0}@x"),
    ("\u{FF1D}1", "'\u{FF1D}1"), ("ann;=1+1", "\"ann;'=1+1\""), ("ann\t=1+1", "ann  =1+1"),
    ("a\n -1", "\"a\n' -1\""), ("\n=1", "\"'\n'=1\""), ("\u{FEFF}=1", "\\u{FEFF}=1"),
    ("\u{1B}[31m=1\u{1B}[0m", "'=1"),
    ("\u{9B}31mred", "red"), ("a;b", "\"a;b\""), ("6, -1 (no talk)", "\"6, -1 (no talk)\""),
    ("Anna Müller-Lüdenscheidt", "Anna Müller-Lüdenscheidt"),
  ])
  func `contains no formula for any separator, and no escape code`(text: String, cell: String) {
    let row = CSVText.of(["n"], [[.text(text), .text("-"), .unchanged("=1")]])
    #expect(row == "\u{FEFF}n\r\n\(cell),-,=1\r\n")
  }

  @Test
  func `with many empty lines in a cell is written`() {
    let lines = String(repeating: "\n", count: 100_000)
    #expect(CSVText.harmless("x\(lines)=") == "x\(lines)=")
  }
}
