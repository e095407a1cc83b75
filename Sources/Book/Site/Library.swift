internal import Markdown

/// The documents of the book, and the files that they quote or link to.
struct Library: Sendable {
  /// The documents in the order of the book; README.md comes first.
  private(set) var documents: [Document] = []
  /// Documents that others link to, such as tasks.
  private(set) var linked: [Document] = []
  /// The lines of the source files, by their paths.
  private(set) var sources: [String: [Substring]] = [:]

  /// Reads the documents and all that they lead to. Throws also if a link or excerpt leads nowhere.
  init(documents names: [String], read: (String) throws -> String?) throws {
    for path in ["README.md"] + Outline.order(names).map({ "Docs/\($0).md" }) {
      documents.append(try Document(path: path, text: try Self.text(of: path, read: read)))
    }
    var paths = Set(documents.map(\.path))
    var queue = documents
    // Of the source files that only tasks link to, scenes have a page: they declare what a
    // learner's type conforms to.
    var index = 0
    while index < queue.count {
      let document = queue[index]
      for target in try targets(of: document) where paths.insert(target.path).inserted {
        guard let text = try read(target.path) else {
          throw MarkdownError(
            path: document.path, line: target.line, problem: "there is no file \(target.path)")
        }
        if target.path.hasSuffix(".md") {
          queue.append(try Document(path: target.path, text: text))
        } else if index < documents.count || target.path.hasPrefix("Sources/Exercises/") {
          sources[target.path] = text.split(separator: "\n", omittingEmptySubsequences: false)
        }
      }
      index += 1
    }
    linked = queue.dropFirst(documents.count).sorted { $0.path < $1.path }
  }

  /// The text of a file without which there is no book.
  static func text(of path: String, read: (String) throws -> String?) throws -> String {
    if let text = try read(path) { return text }
    throw MarkdownError(path: path, line: 1, problem: "the book needs this file: restore it")
  }

  private func targets(of document: Document) throws(MarkdownError) -> [(path: String, line: Int)] {
    var targets: [(String, Int)] = []
    for block in document.blocks {
      if case .code(let code) = block.content, let path = code.sourcePath {
        targets.append((path, block.line))
      }
      for link in block.texts.flatMap(\.links) where !link.target.isExternal {
        let place = try LinkPlace(link.target, in: document.path, line: link.line)
        if !place.isOfLearner { targets.append((place.path, link.line)) }
      }
    }
    return targets
  }
}

/// The target of a link inside the package: `path (# anchor)?`.
struct LinkPlace {
  let path: String
  let anchor: String?

  /// Throws if it leads out of the package.
  init(_ target: String, in document: String, line: Int) throws(MarkdownError) {
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].isEmpty ? document : document.resolving(parts[0])
    guard let path else {
      throw MarkdownError(path: document, line: line, problem: "\(target) leads out of the package")
    }
    self.path = path
    anchor = parts.count > 1 ? String(parts[1]) : nil
  }

  /// Whether it is a file that learners edit. The book does not show such files.
  var isOfLearner: Bool {
    ["Exercise.swift", "Prediction.txt"].contains { path.hasSuffix("/\($0)") }
  }
}

extension String {
  /// Whether it leads out of the package: an address, or a page of the repository on its server.
  var isExternal: Bool { hasPrefix("https://") || hasPrefix("../../deployments/") }
}

/// The order in which the documents are read.
enum Outline {
  struct ChapterText: Equatable, Sendable {
    let document: String
    let chapter: String
    let number: Int

    var program: String { "Chapter-\(chapter)" }

    /// The number, and the part if the chapter has several documents.
    var title: String {
      let parts = Outline.chapters.filter { $0.number == number }
      guard parts.count > 1, let part = parts.firstIndex(of: self) else {
        return "Chapter \(number)"
      }
      return "Chapter \(number), part \(part + 1) of \(parts.count)"
    }
  }

  static let chapters = [
    ChapterText(document: "Subjects", chapter: "Subjects", number: 1),
    ChapterText(document: "Repository", chapter: "Repository", number: 2),
    ChapterText(document: "Moments", chapter: "Repository", number: 2),
    ChapterText(document: "StorageChain", chapter: "StorageChain", number: 3),
    ChapterText(document: "DDA", chapter: "DDA", number: 4),
    ChapterText(document: "ConfinedStore", chapter: "ConfinedStore", number: 5),
    ChapterText(document: "ConfinedStore-inside", chapter: "ConfinedStore", number: 5),
  ]

  /// The names of all documents in the order of the book. Unknown documents come last.
  static func order(_ names: [String]) -> [String] {
    let known = chapters.map(\.document) + ["Exercises", "Teaching", "Workshop"]
    return known + names.filter { !known.contains($0) }.sorted()
  }
}
