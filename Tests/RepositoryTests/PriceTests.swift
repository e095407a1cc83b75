import Foundation
import Testing

/// The number of files and lines that the pattern needs.
@Suite(.serialized)
struct `The price of the pattern` {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The rows of the table in Docs/Repository.md.
  static let rows: [(what: String, files: [String])] = [
    (
      "the controller asks the network itself", ["AsWritten/DetailViewController", "AsWritten/API"]
    ),
    (
      "the least that has a repository",
      ["NewsListRepository", "Remote/HTTPNewsListRemoteAPI", "NewsListViewModel"]
    ),
    ("a fake one for tests", ["FakeNewsListRepository"]),
    (
      "a cache in a database",
      [
        "CachedNewsListRepository", "SharedTask", "Stores/NewsListDataStore",
        "Stores/SQLiteNewsListDataStore",
      ]
    ),
    ("a container", ["DIContainer"]),
    ("the model that the business layer owns", ["Users/DomainUser"]),
    ("the mapping of one backend's format to it", ["Users/NestedUser"]),
  ]

  @Test(arguments: rows)
  func `matches the table in Docs`(what: String, files: [String]) throws {
    let lines = try files.map(codeLines).reduce(0, +)
    let docs = try String(
      contentsOf: Self.root.appending(path: "Docs/Repository.md"), encoding: .utf8)
    let row = "| \(what) | \(files.count) | \(lines) |"
    #expect(docs.contains(row), "the row should be \(row)")
  }

  /// The number of lines that are neither empty nor comments.
  private func codeLines(of file: String) throws -> Int {
    let path = "Chapters/Repository/News/\(file).swift"
    let text = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    return text.split(separator: "\n").count { line in
      let code = line.drop { $0 == " " }
      return !code.isEmpty && !code.hasPrefix("//")
    }
  }
}
