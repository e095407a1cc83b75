/// Columns of plain text as wide as their widest cell, two spaces apart, nothing at the ends of lines.
struct Table {
  struct Column {
    let title: String
    let isRightAligned: Bool

    static func words(_ title: String) -> Column { Column(title: title, isRightAligned: false) }
    static func numbers(_ title: String) -> Column { Column(title: title, isRightAligned: true) }
  }

  let columns: [Column]
  /// A cell for each column.
  let rows: [[String]]

  var text: String {
    let lines = [columns.map(\.title)] + rows
    let widths = columns.indices.map { index in lines.map { $0[index].count }.max() ?? 0 }
    return lines.map { line(of: $0, widths: widths) }.joined(separator: "\n")
  }

  private func line(of cells: [String], widths: [Int]) -> String {
    let padded = columns.indices.map { index in
      let spaces = String(repeating: " ", count: widths[index] - cells[index].count)
      return columns[index].isRightAligned ? spaces + cells[index] : cells[index] + spaces
    }
    let line = padded.joined(separator: "  ")
    return String(
      line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
  }
}
