import Foundation
import Markdown
import Testing

struct `An excerpt` {
  static let excerpts = Place.all("swift").filter { !Snippet.isSnippet($0) }

  @Test(arguments: excerpts)
  func `is in the file that it names`(place: Place) throws {
    let path = place.argument(after: "swift")
    let file = try #require(Documents.text(of: path), "no file \(path)")
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let missing = firstMissing(of: chunks(of: place.fence.lines), in: lines)
    #expect(missing == nil, "not in \(path), or not in this order")
  }

  /// The learner predicts the page's output from the listing in the task.
  @Test(arguments: [
    ("Subjects/Rungs/SecondObserver", "Subjects/Pages/ReplaySubject.swift"),
    ("Repository/Rungs/ServerCalls", "Repository/Pages/Cached.swift"),
    ("ConfinedStore/Rungs/TwoVersions", "ConfinedStore/Pages/Versions.swift"),
  ])
  func `in the task of a prediction is in the page`(rung: String, page: String) throws {
    let task = try #require(Documents.text(of: "Chapters/\(rung)/Task.md"), "no task")
    let source = try #require(Documents.text(of: "Chapters/\(page)"), "no page")
    let listings = try Document(path: rung, text: task).fences.filter { $0.info == "swift" }
    #expect(listings.count == 1)
    let listing = listings.flatMap(\.lines).map { $0.replacing(#/ {2}// .*/#, with: "") }
    // A comment marks code that the listing omits.
    let pieces = listing.split { $0.hasPrefix("//") }.map { $0.filter { !$0.isEmpty } }
    let missing = firstMissing(of: pieces, in: Self.withoutRecording(source))
    #expect(missing == nil, "not in Chapters/\(page), or not in this order")
  }

  /// The lines of a page without the calls that record it for the transcript and the picture.
  private static func withoutRecording(_ source: String) -> [String] {
    let added = #/\.recorded\(in: transcript\)|, in: transcript(?=\))|\.disposed\(by: bag\)/#
    let text = source.replacing("let sender = subject.drawn(in: transcript)", with: "")
      .replacing("sender.", with: "subject.").replacing(added, with: "")
    return text.split(separator: "\n").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// The pieces between the lines that mark an omission.
  private func chunks(of lines: [String]) -> [[String]] {
    lines.split { ["…", "// …"].contains($0.trimmingCharacters(in: .whitespaces)) }.map(Array.init)
  }

  /// - Returns: The first piece that does not follow the previous ones in the file.
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

/// The documents' listings, which pages run as written. The text shows each listing completely
/// before it corrects it.
struct `A listing as written` {
  /// The document, the file, and the beginning of the declaration. If another declaration in the
  /// file begins in the same way, the beginning of the enclosing type precedes it.
  private static let all: [(document: String, file: String, declarations: [String])] = [
    ("Repository", "Repository/News/AsWritten/DetailViewController", ["func requestData()"]),
    (
      "Repository", "Repository/News/AsWritten/CachedNewsListRepository+AsWritten",
      ["struct AsWrittenCachedNewsListRepository"]
    ),
    (
      "Moments", "Repository/Moments/MomentsAsWritten",
      [
        "protocol PersistentDataStoreType", "protocol MomentsRepoType",
        "struct UserDefaultsPersistentDataStore", "struct MomentsRepo:",
      ]
    ),
    (
      "StorageChain", "StorageChain/Foo/AsWritten",
      [
        "extension AsWritten.FirstAttempt > final class Foo",
        "extension AsWritten.SecondAttempt > final class Foo",
        "protocol SynchronizedDataProviding", "class SynchronizedStorageChain",
        "extension AsWritten { > final class Foo",
      ]
    ),
    ("DDA", "DDA/Pages/SaveFails", ["func modifyUserName("]),
    ("ConfinedStore", "ConfinedStore/MVVM/AsWritten", ["final class DBRoot"]),
  ]

  @Test(arguments: all)
  func `is shown completely once in the text about its chapter`(
    document: String, file: String, declarations: [String]
  ) throws {
    let path = "Chapters/\(file).swift"
    let text = try #require(Documents.text(of: path), "no file \(path)")
    let fences = try #require(Documents.all.first { $0.path == "Docs/\(document).md" }).fences
      .filter { $0.info == "swift \(path)" }.map { $0.lines.joined(separator: "\n") }
    for declaration in declarations {
      let whole = try #require(self.declaration(declaration, in: text), "no \(declaration)")
      #expect(
        fences.count { $0.contains(whole) } == 1,
        "Docs/\(document).md should show \(declaration) in one block, without a gap")
    }
  }

  /// The lines of a declaration, without its comment, moved to the left margin.
  private func declaration(_ declaration: String, in file: String) -> String? {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    var start = 0
    for beginning in declaration.split(separator: " > ") {
      let place = lines[start...].firstIndex { $0.drop { $0 == " " }.hasPrefix(beginning) }
      guard let place else { return nil }
      start = place
    }
    let margin = lines[start].prefix { $0 == " " }
    guard let end = lines[start...].firstIndex(of: margin + "}") else { return nil }
    return lines[start...end].map { String($0.dropFirst(margin.count)) }.joined(separator: "\n")
  }
}
