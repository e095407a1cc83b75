import Foundation
import Markdown
import TestSupport
import Testing

/// A fenced block and its place.
struct Fence: Sendable {
  /// The words after the three backticks.
  let info: String
  let lines: [String]
  /// The line of the opening backticks, from 1.
  let lineNumber: Int
  /// The heading above it.
  let section: String
  /// Whether it is inside a folded `details` element.
  let isFolded: Bool
}

extension Document {
  var titles: [String] { headings.map(\.text) }

  var fences: [Fence] { Documents.parts[path]?.fences ?? readFences() }

  fileprivate func readFences() -> [Fence] {
    var section = ""
    return blocks.compactMap { block in
      switch block.content {
      case .heading(_, let text): section = text.plain
      case .code(let code):
        return Fence(
          info: code.info, lines: code.lines, lineNumber: block.line, section: section,
          isFolded: code.summary != nil)
      default: break
      }
      return nil
    }
  }

  /// The lines outside fences.
  var prose: [(number: Int, text: String)] { Documents.parts[path]?.prose ?? readProse() }

  fileprivate func readProse() -> [(number: Int, text: String)] {
    let code = Set(readFences().flatMap { $0.lineNumber...($0.lineNumber + $0.lines.count + 1) })
    return lines.enumerated().compactMap { index, line in
      code.contains(index + 1) ? nil : (index + 1, String(line))
    }
  }

  /// The text outside fences. Searching it once is faster than searching each line.
  private var text: String { prose.map(\.text).joined(separator: "\n") }

  /// The targets of all links: `Errata.md#e-04`.
  var links: [String] { blocks.flatMap(\.texts).flatMap(\.links).map(\.target) }

  /// The paths of the package that the document names in backticks.
  var paths: [String] {
    text.matches(of: /`((?:Sources|Chapters|Tests|Docs)\/[A-Za-z0-9_\/.+-]*)`/)
      .map { String($0.output.1) }
  }

  /// The ids of all claims, errata and Realm behaviours in the document: `S0-23`, `E-04`, `R-20`.
  var ids: [String] { text.ids }

  /// The prose under a heading, down to the next one.
  func prose(under heading: String) -> [String] {
    let headings = headings
    guard let start = headings.firstIndex(where: { $0.text == heading }) else { return [] }
    let end = start + 1 < headings.count ? headings[start + 1].line : .max
    return prose.filter { headings[start].line < $0.number && $0.number < end }.map(\.text)
  }
}

extension String {
  /// The ids of the claims, errata and Realm behaviours in the text.
  var ids: [String] {
    guard ["S", "E-", "R-"].contains(where: holds) else { return [] }
    return matches(of: /\b(S\d+-\d+|E-\d+|R-\d+)\b/).map { String($0.output.1) }
  }
}

/// The documents for readers.
enum Documents {
  static let root = URL.testedPackage

  /// README.md, the documents in Docs, and the chapters' README files.
  static let all: [Document] = {
    let docs = root.appending(path: "Docs").names.filter { $0.hasSuffix(".md") }
      .map { "Docs/\($0)" }
    let besideChapters = root.appending(path: "Chapters").names.map { "Chapters/\($0)/README.md" }
    return (["README.md"] + docs + besideChapters).compactMap { path in
      text(of: path).flatMap { text in
        do { return try Document(path: path, text: text) } catch {
          Issue.record(error)
          return nil
        }
      }
    }
  }()

  /// The parts of each document, which many tests read, by its path.
  fileprivate static let parts = Dictionary(
    uniqueKeysWithValues: all.map {
      ($0.path, (fences: $0.readFences(), prose: $0.readProse()))
    })

  /// The documents about a chapter, in the order in which they are read.
  static func about(_ program: String) -> [Document] {
    let name = program.replacing("Chapter-", with: "")
    let second = ["Repository": "Moments", "ConfinedStore": "ConfinedStore-inside"][name]
    return [name, second].compactMap { $0 }
      .compactMap { name in all.first { $0.path == "Docs/\(name).md" } }
  }

  /// The texts of all Swift files below a folder.
  static func swiftFiles(below folder: String) throws -> [String] {
    let folder = root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return try (paths ?? []).filter { $0.hasSuffix(".swift") }.map { path in
      try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
  }

  /// The text of a file at a path relative to the root, or nil.
  static func text(of path: String) -> String? { root.appending(path: path).text }
}

/// A fence with its document, so that a failure shows its location.
struct Place: Sendable, CustomTestStringConvertible {
  let document: Document
  let fence: Fence

  var testDescription: String { "\(document.path):\(fence.lineNumber) (\(fence.section))" }

  /// All fences whose info string begins with these words. An empty string matches every fence.
  static func all(_ kind: String) -> [Place] {
    Documents.all.flatMap { document in
      document.fences.filter {
        kind.isEmpty || $0.info == kind || $0.info.hasPrefix(kind + " ")
      }
      .map { Place(document: document, fence: $0) }
    }
  }

  /// The rest of the info string.
  func argument(after kind: String) -> String {
    fence.info.dropFirst(kind.count).trimmingCharacters(in: .whitespaces)
  }
}
