import Foundation
import Testing

struct `An excerpt` {
  static let excerpts = Place.all("swift").filter { !Snippet.isSnippet($0) }

  @Test(arguments: excerpts)
  func `stands in the file that it names`(place: Place) throws {
    let path = place.argument(after: "swift")
    let file = try #require(Documents.text(of: path), "no file \(path)")
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let missing = firstMissing(of: chunks(of: place.fence.lines), in: lines)
    #expect(missing == nil, "not in \(path), or not in this order")
  }

  @Test
  func `is found however far it is indented, in order and in one piece`() {
    let file = ["struct Page {", "  let a = 1", "", "  func b() {", "    a", "  }", "}"]
    #expect(firstMissing(of: [["let a = 1", "", "func b() {", "  a"]], in: file) == nil)
    #expect(firstMissing(of: [["let a = 1"], ["a"]], in: file) == nil)
    #expect(firstMissing(of: [["a"], ["let a = 1"]], in: file) == ["let a = 1"])
    #expect(
      firstMissing(of: [["let a = 1", "func b() {"]], in: file) == ["let a = 1", "func b() {"])
    #expect(firstMissing(of: [["let a = 1", "", "  func b() {"]], in: file) != nil)
    #expect(firstMissing(of: [["let a"]], in: file) == ["let a"])
  }

  /// The pieces between lines that say that something is left out.
  private func chunks(of lines: [String]) -> [[String]] {
    lines.split { ["…", "// …"].contains($0.trimmingCharacters(in: .whitespaces)) }.map(Array.init)
  }

  /// - Returns: the first piece that is not in the file behind those before it.
  private func firstMissing(of chunks: [[String]], in file: [String]) -> [String]? {
    var start = 0
    for chunk in chunks {
      let wanted = chunk.withoutCommonIndentation
      let last = file.count - chunk.count
      guard !chunk.isEmpty, start <= last,
        let found = (start...last).first(where: {
          Array(file[$0..<$0 + chunk.count]).withoutCommonIndentation == wanted
        })
      else { return chunk }
      start = found + chunk.count
    }
    return nil
  }
}

extension [String] {
  fileprivate var withoutCommonIndentation: [String] {
    let common = filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return map { String($0.dropFirst(common)) }
  }
}
