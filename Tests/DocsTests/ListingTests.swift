import Foundation
import Markdown
import Testing

/// The documents' listings, which pages run as written. The text shows each listing completely
/// before it corrects it.
struct `A listing as written` {
  struct Listing: Sendable, CustomTestStringConvertible {
    let document: String
    let file: String
    /// The beginning of its declaration.
    let declaration: String
    /// The beginning of the enclosing type, if another declaration in the file begins the same way.
    var scope = ""

    var testDescription: String { "\(document): \(declaration)" }
  }

  static let all = [
    Listing(
      document: "Repository", file: news("DetailViewController"),
      declaration: "func requestData()"),
    Listing(
      document: "Repository", file: news("CachedNewsListRepository+AsWritten"),
      declaration: "struct AsWrittenCachedNewsListRepository"),
    Listing(document: "Moments", file: moments, declaration: "protocol PersistentDataStoreType"),
    Listing(document: "Moments", file: moments, declaration: "protocol MomentsRepoType"),
    Listing(
      document: "Moments", file: moments, declaration: "struct UserDefaultsPersistentDataStore"),
    Listing(document: "Moments", file: moments, declaration: "struct MomentsRepo:"),
    Listing(
      document: "StorageChain", file: chain, declaration: "final class Foo",
      scope: "extension AsWritten.FirstAttempt"),
    Listing(
      document: "StorageChain", file: chain, declaration: "final class Foo",
      scope: "extension AsWritten.SecondAttempt"),
    Listing(
      document: "StorageChain", file: chain, declaration: "protocol SynchronizedDataProviding"),
    Listing(
      document: "StorageChain", file: chain, declaration: "class SynchronizedStorageChain"),
    Listing(
      document: "StorageChain", file: chain, declaration: "final class Foo",
      scope: "extension AsWritten {"),
    Listing(
      document: "DDA", file: "Chapters/DDA/Pages/SaveFails.swift",
      declaration: "func modifyUserName("),
    Listing(
      document: "ConfinedStore", file: "Chapters/ConfinedStore/MVVM/AsWritten.swift",
      declaration: "final class DBRoot"),
  ]

  private static let moments = "Chapters/Repository/Moments/MomentsAsWritten.swift"
  private static func news(_ name: String) -> String {
    "Chapters/Repository/News/AsWritten/\(name).swift"
  }
  private static let chain = "Chapters/StorageChain/Foo/AsWritten.swift"

  @Test(arguments: all)
  func `is shown completely once in the text about its chapter`(listing: Listing) throws {
    let file = try #require(Documents.text(of: listing.file), "no file \(listing.file)")
    let whole = try #require(declaration(listing, in: file), "\(listing.declaration) is not there")
    let path = "Docs/\(listing.document).md"
    let document = try #require(Documents.all.first { $0.path == path })
    let places = document.fences.filter { fence in
      fence.info == "swift \(listing.file)" && fence.lines.joined(separator: "\n").contains(whole)
    }
    #expect(places.count == 1, "\(path) should show it in one block, without a gap")
  }

  /// The lines of a declaration, without its comment, moved to the left margin.
  private func declaration(_ listing: Listing, in file: String) -> String? {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    let scope = listing.scope.isEmpty ? 0 : lines.firstIndex { $0.hasPrefix(listing.scope) }
    guard let scope,
      let start = lines[scope...].firstIndex(where: {
        $0.drop { $0 == " " }.hasPrefix(listing.declaration)
      })
    else { return nil }
    let margin = lines[start].prefix { $0 == " " }
    guard let end = lines[start...].firstIndex(of: margin + "}") else { return nil }
    return lines[start...end].map { String($0.dropFirst(margin.count)) }.joined(separator: "\n")
  }
}
