internal import Foundation
internal import Grading
internal import Terminal

/// A table of RFC 4180: `header row*`. The separator is the comma, the semicolon or the tab,
/// whichever the header has.
struct CSVTable: Equatable {
  struct Row: Equatable {
    /// The line on which it begins, counted from 1.
    let line: Int
    let cells: [String]

    /// A cell without the spaces around it. Empty without a column, and if the row is shorter.
    subscript(column: Int?) -> String {
      guard let column, column < cells.count else { return "" }
      return cells[column].trimmingCharacters(in: .whitespaces)
    }
  }

  let header: [String]
  let rows: [Row]
  private let file: String

  /// Reads UTF-8, or UTF-16 with a byte order mark.
  init(_ bytes: Data, file: String) throws(ClassInputError) {
    self.file = file
    let records = try Self.records(try Self.text(bytes, file: file), file: file)
    guard let first = records.first else {
      throw ClassInputError(file, "is empty: its first line has to name the columns")
    }
    header = first.cells.map { $0.trimmingCharacters(in: .whitespaces) }
    rows = Array(records.dropFirst())
    guard header.count <= 1_000 else {
      throw error("has \(header.count) columns, more than 1000: remove those that are not needed")
    }
    let names = header.map { $0.lowercased() }
    if let name = names.first(where: { name in !name.isEmpty && names.count { $0 == name } > 1 }) {
      throw error("has two columns “\(name)”: rename or remove one of them")
    }
    try ClassInputError.throwAll(
      rows.filter { $0.cells.count > header.count }.map { row in
        error(
          "has \(row.cells.count) cells and the header \(header.count): put a cell that contains the "
            + "separator into quotes", in: row)
      })
  }

  /// The first column with one of these names, ignoring case.
  func column(_ names: [String]) -> Int? { header.firstIndex { names.contains($0.lowercased()) } }

  /// Refuses a title that resembles one of `titles` that the table lacks.
  func refuse(_ title: String, resembling titles: [String]) throws(ClassInputError) {
    guard let meant = title.nearest(among: titles), column([meant]) == nil else { return }
    throw error("has the column “\(title)”: rename it to `\(meant)`, or remove it")
  }

  func error(_ problem: String, in row: Row? = nil) -> ClassInputError {
    ClassInputError(file, line: row?.line ?? 1, problem)
  }

  private static func text(_ bytes: Data, file: String) throws(ClassInputError) -> String {
    let marks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE]]
    let encoding: String.Encoding = marks.contains { bytes.starts(with: $0) } ? .utf16 : .utf8
    guard let text = String(data: bytes, encoding: encoding), !text.contains("\0") else {
      throw ClassInputError(file, "is neither UTF-8 nor UTF-16: save it as “CSV UTF-8”")
    }
    return String(text.trimmingPrefix("\u{FEFF}"))
  }

  /// Reads the rows from left to right. Ignores those without text.
  private static func records(_ text: String, file: String) throws(ClassInputError) -> [Row] {
    // Scalars, because `\r\n` is one character.
    var rest = text.unicodeScalars[...]
    let separator = separator(of: rest)
    var rows: [Row] = []
    var (cells, cell) = ([String](), "")
    var (line, start) = (1, 1)
    /// The line of a quotation mark that is not closed.
    var quote: Int?
    var wasQuoted = false
    func endCell() {
      cells.append(cell)
      (cell, wasQuoted) = ("", false)
    }
    func endRow() {
      endCell()
      if cells.contains(where: { $0.contains { !$0.isWhitespace } }) {
        rows.append(Row(line: start, cells: cells))
      }
      cells = []
    }
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\"" where quote != nil && rest.first != "\"": quote = nil
      case _ where quote != nil:
        if scalar == "\n" { line += 1 }
        if scalar == "\"" { rest.removeFirst() }
        cell.unicodeScalars.append(scalar)
      case "\"" where cell.isEmpty && !wasQuoted: (quote, wasQuoted) = (line, true)
      case separator: endCell()
      case "\n", "\r":
        if scalar == "\r", rest.first == "\n" { rest.removeFirst() }
        endRow()
        line += 1
        start = line
      default: cell.unicodeScalars.append(scalar)
      }
    }
    if let quote {
      throw ClassInputError(
        file, line: quote, "begins a quoted cell that does not end: close it with \"")
    }
    endRow()
    return rows
  }

  private static func separator(of text: Substring.UnicodeScalarView) -> Unicode.Scalar {
    let header = text.prefix { $0 != "\n" }
    let separators: [Unicode.Scalar] = [",", ";", "\t"]
    let counts = separators.map { separator in header.count { $0 == separator } }
    return zip(separators, counts).max { $0.1 < $1.1 }?.0 ?? ","
  }
}

/// Mistakes in a file of the class: the file, the line, and what to do.
package struct ClassInputError: Error, Equatable, CustomStringConvertible, LocalizedError {
  /// One for each mistake.
  package private(set) var sentences: [String]
  private let line: Int

  package var description: String { sentences.joined(separator: "\n") }
  package var errorDescription: String? { description }

  init(_ file: String, line: Int? = nil, _ problem: String) {
    self.line = line ?? 0
    sentences = ["\(file)\(line.map { ", line \($0)," } ?? "") \(problem)".cleaned(lines: 1)]
  }

  /// Throws the mistakes together, in the order of their lines, if there are any.
  static func throwAll(_ errors: [ClassInputError]) throws(ClassInputError) {
    let sorted = errors.sorted { $0.line < $1.line }
    guard var all = sorted.first else { return }
    all.sentences = sorted.flatMap(\.sentences)
    throw all
  }
}
