internal import Foundation
internal import Grading

/// A table of RFC 4180: `header row*`. The separator is the comma, the semicolon or the tab,
/// whichever the header has.
struct CSVTable: Equatable {
  struct Row: Equatable {
    /// The line on which it begins, counted from 1.
    let line: Int
    let cells: [String]
  }

  let header: [String]
  let rows: [Row]

  /// Reads UTF-8 with or without a byte order mark, or UTF-16. Errors name the file, the line and
  /// what to do.
  init(_ bytes: Data, file: String) throws(ClassInputError) {
    var records = try Self.records(try Self.text(bytes, file: file), file: file)
    guard !records.isEmpty else {
      throw ClassInputError(file, "is empty: its first line has to name the columns")
    }
    let header = records.removeFirst()
    self.header = header.cells.map { $0.trimmingCharacters(in: .whitespaces) }
    rows = records
    try checkColumns(file: file)
  }

  private func checkColumns(file: String) throws(ClassInputError) {
    let names = header.map { $0.lowercased() }
    if let name = names.first(where: { name in names.count { $0 == name } > 1 && !name.isEmpty }) {
      throw ClassInputError(
        file, line: 1, "has two columns “\(name)”: rename or remove one of them")
    }
    let comment = ([Row(line: 1, cells: header)] + rows).first {
      cell(0, of: $0).hasPrefix("#") && cell(0, of: $0) != "#"
    }
    if let comment {
      throw ClassInputError(
        file, line: comment.line, "begins with “#”: a table has no comments, so remove the line")
    }
    if let row = rows.first(where: { $0.cells.count > header.count }) {
      throw ClassInputError(
        file, line: row.line,
        "has \(row.cells.count) cells and the header \(header.count): put a cell that contains the "
          + "separator into quotes")
    }
  }

  /// The cell of a row. Empty if the row is shorter.
  func cell(_ column: Int, of row: Row) -> String {
    column < row.cells.count ? row.cells[column].trimmingCharacters(in: .whitespaces) : ""
  }

  /// The first column with one of these names, ignoring case.
  func column(_ names: [String]) -> Int? {
    header.firstIndex { names.contains($0.lowercased()) }
  }

  private static func text(_ bytes: Data, file: String) throws(ClassInputError) -> String {
    let bytes = [UInt8](bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      if let text = String(validating: bytes.dropFirst(3), as: UTF8.self) { return text }
    } else if let isBigEndian = isUTF16(bytes) {
      let hasMark = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      let units = stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
      }
      if let text = String(validating: units, as: UTF16.self) { return text }
    } else if let text = String(validating: bytes, as: UTF8.self) {
      return text
    }
    throw ClassInputError(file, "is neither UTF-8 nor UTF-16: save it as “CSV UTF-8”")
  }

  /// Whether UTF-16 is big-endian. Nil for another encoding. Without a mark, the zero byte of an
  /// ASCII character decides.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool? {
    guard bytes.count >= 2, bytes.count.isMultiple(of: 2) else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF), (0, 1...0x7F): return true
    case (0xFF, 0xFE), (1...0x7F, 0): return false
    default: return nil
    }
  }

  private static func records(
    _ text: String, file: String
  ) throws(ClassInputError) -> [Row] {
    var reader = CSVReader(text)
    while reader.step() {}
    if let line = reader.openQuote {
      throw ClassInputError(
        file, line: line, "begins a quoted cell that does not end: close it with \"")
    }
    return reader.rows
  }
}

/// Reads cells from left to right.
private struct CSVReader {
  private var rest: Substring.UnicodeScalarView
  private let separator: Unicode.Scalar
  private var line = 1
  private var start = 1
  private var cell = ""
  private var cells: [String] = []
  private var quote: Int?
  private var wasQuoted = false
  private(set) var rows: [CSVTable.Row] = []

  /// The line of a quote that is not closed.
  var openQuote: Int? { quote }

  init(_ text: String) {
    // A scalar view, because `\r\n` is one character.
    rest = text[...].unicodeScalars
    var counts: [Unicode.Scalar: Int] = [:]
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if scalar == "\"" { isQuoted.toggle() }
      if !isQuoted, scalar.isLineBreak { break }
      if !isQuoted { counts[scalar, default: 0] += 1 }
    }
    let separators: [Unicode.Scalar] = [",", ";", "\t"]
    separator = separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? ","
  }

  /// Reads one scalar. Returns false at the end.
  mutating func step() -> Bool {
    guard let scalar = rest.popFirst() else {
      if quote == nil { endRow() }
      return false
    }
    if quote != nil {
      if scalar.isLineBreak { line += 1 }
      guard scalar == "\"" else {
        cell.unicodeScalars.append(scalar)
        return true
      }
      if rest.first == "\"" {
        rest.removeFirst()
        cell.append("\"")
      } else {
        quote = nil
      }
    } else if scalar == "\"", cell.isEmpty, !wasQuoted {
      (quote, wasQuoted) = (line, true)
    } else if scalar == separator {
      endCell()
    } else if scalar.isLineBreak || scalar == "\r" {
      if scalar == "\r", rest.first == "\n" { rest.removeFirst() }
      endRow()
      line += 1
      start = line
    } else {
      cell.unicodeScalars.append(scalar)
    }
    return true
  }

  private mutating func endCell() {
    cells.append(cell)
    (cell, wasQuoted) = ("", false)
  }

  /// Ends a row. Ignores a row without text.
  private mutating func endRow() {
    endCell()
    if cells.contains(where: { $0.contains { !$0.isWhitespace } }) {
      rows.append(CSVTable.Row(line: start, cells: cells))
    }
    cells = []
  }
}

extension Unicode.Scalar {
  fileprivate var isLineBreak: Bool { self == "\n" }
}

/// A mistake in a file of the class: the file, the line, and what to do.
package struct ClassInputError: Error, Equatable, CustomStringConvertible, LocalizedError {
  package let description: String

  package var errorDescription: String? { description }

  init(_ file: String, line: Int? = nil, _ problem: String) {
    description = "\(file)\(line.map { ", line \($0)," } ?? "") \(problem)".cleaned(lines: 1)
  }
}
