import Foundation
import TestSupport
import Testing

/// A Markdown file, as far as its promises go: headings, fenced blocks, links and ids.
struct MarkdownDocument: Sendable {
  struct Fence: Sendable {
    /// The words after the three backticks.
    let info: String
    let lines: [String]
    /// The line of the opening backticks, from 1.
    let lineNumber: Int
    /// The heading that it stands under.
    let section: String
    /// Whether its reader has to open it.
    let isFolded: Bool
  }

  /// Below the package's root: `Docs/Subjects.md`.
  let path: String
  let headings: [String]
  let fences: [Fence]
  /// The line of a fence that is never closed, whose block would go unread.
  let openFence: Int?
  /// Everything outside fences, line by line.
  let prose: [(number: Int, text: String)]
}

extension MarkdownDocument {
  init(path: String, text: String) {
    var headings: [String] = []
    var fences: [Fence] = []
    var prose: [(number: Int, text: String)] = []
    var open: (info: String, lines: [String], number: Int)?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if let fence = open {
        if line == "```" {
          fences.append(
            Fence(
              info: fence.info, lines: fence.lines, lineNumber: fence.number,
              section: headings.last ?? "",
              isFolded: prose.last { !$0.text.isEmpty }?.text.hasPrefix("<details>") == true))
          open = nil
        } else {
          open?.lines.append(String(line))
        }
      } else if line.hasPrefix("```") {
        open = (line.dropFirst(3).trimmingCharacters(in: .whitespaces), [], index + 1)
      } else {
        prose.append((index + 1, String(line)))
        if let heading = line.heading { headings.append(heading) }
      }
    }
    openFence = open?.number
    self.path = path
    self.headings = headings
    self.fences = fences
    self.prose = prose
  }

  /// Everything outside fences. One search of it takes less time than one of each line, for which the expression would be parsed again.
  private var text: String { prose.map(\.text).joined(separator: "\n") }

  /// The targets of all links: `Errata.md#e-04`.
  var links: [String] {
    text.withoutCode.matches(of: /\]\(([^)\s]+)[^)\n]*\)/).map { String($0.output.1) }
  }

  /// The lines that a reader sees otherwise than these tests do: fences that are indented or made of
  /// tildes, and links whose target stands elsewhere.
  var unreadLines: [String] {
    let elsewhere = /\]\[[^\]]+\]/
    return prose.map(\.text).filter { line in
      let start = line.drop { $0.isWhitespace }
      return start.hasPrefix("```") || start.hasPrefix("~~~")
        || line.holds("][") && line.withoutCode.contains(elsewhere)
    }
  }

  /// The files and folders of the package that it names between backticks.
  var paths: [String] {
    text.matches(of: /`((?:Sources|Chapters|Tests|Docs)\/[A-Za-z0-9_\/.+-]*)`/)
      .map { String($0.output.1) }
  }

  /// All claims, errata and behaviours of Realm's that are mentioned: `S0-23`, `E-04`, `R-20`.
  var ids: [String] { text.ids }

  /// The prose under a heading, down to the next one.
  func prose(under heading: String) -> [String] {
    let lines = prose.map(\.text)
    guard let start = lines.firstIndex(where: { $0.heading == heading }) else { return [] }
    return Array(lines[(start + 1)...].prefix { $0.heading == nil })
  }

  /// The anchors that its headings make, as GitHub makes them.
  var anchors: Set<String> {
    Set(
      headings.map { heading in
        heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
          .replacing(" ", with: "-")
      })
  }
}

extension String {
  /// The claims, errata and behaviours of Realm's that it mentions.
  var ids: [String] {
    guard ["S", "E-", "R-"].contains(where: holds) else { return [] }
    return matches(of: /\b(S\d+-\d+|E-\d+|R-\d+)\b/).map { String($0.output.1) }
  }

  /// Without what stands between single backticks in a line.
  fileprivate var withoutCode: String { replacing(/`[^`\n]*`/, with: "") }
}

extension StringProtocol {
  /// What stands after one to six `#` and a blank.
  fileprivate var heading: String? {
    guard first == "#" else { return nil }
    let rest = drop { $0 == "#" }
    guard (1...6).contains(count - rest.count), rest.first == " " else { return nil }
    return String(rest.drop { $0 == " " })
  }
}

/// All that is written for readers.
enum Documents {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// README.md, everything in Docs, and what stands beside a chapter.
  static let all: [MarkdownDocument] = {
    let docs = names(in: "Docs").filter { $0.hasSuffix(".md") }.map { "Docs/\($0)" }
    let besideChapters = names(in: "Chapters").map { "Chapters/\($0)/README.md" }
    return (["README.md"] + docs + besideChapters).compactMap { path in
      text(of: path).map { MarkdownDocument(path: path, text: $0) }
    }
  }()

  /// The documents about a chapter: the one of its name, and that of the moments for their half of Repository.
  static func about(_ program: String) -> [MarkdownDocument] {
    let name = program.replacing("Chapter-", with: "")
    let paths = (name == "Repository" ? [name, "Moments"] : [name]).map { "Docs/\($0).md" }
    return all.filter { paths.contains($0.path) }
  }

  private static func names(in folder: String) -> [String] {
    let names = try? FileManager.default
      .contentsOfDirectory(atPath: root.appending(path: folder).path)
    return (names ?? []).sorted()
  }

  /// The texts of all Swift files below a folder.
  static func swiftFiles(below folder: String) throws -> [String] {
    let folder = root.appending(path: folder)
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return try (paths ?? []).filter { $0.hasSuffix(".swift") }.map { path in
      try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }
  }

  /// The text of a file below the root, if there is one.
  static func text(of path: String) -> String? {
    try? String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}

/// A fence together with its place, so that a failure says where it is.
struct Place: Sendable, CustomTestStringConvertible {
  let document: MarkdownDocument
  let fence: MarkdownDocument.Fence

  var testDescription: String { "\(document.path):\(fence.lineNumber) (\(fence.section))" }

  /// All fences whose info string begins with these words; all of them if there are none.
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
