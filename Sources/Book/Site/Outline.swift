/// The order in which the documents are read.
enum Outline {
  /// A document about a chapter, and the chapter whose program prints its pages.
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

  static let practice = ["Exercises", "Teaching", "Workshop"]

  /// The names of all documents in the order of the book. Unknown documents come last.
  static func order(_ names: [String]) -> [String] {
    let known = chapters.map(\.document) + practice
    return known + names.filter { !known.contains($0) }.sorted()
  }
}
