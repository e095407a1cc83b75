package import Foundation

/// What happened while a page ran, as `--record` writes it.
package struct Recording: Decodable, Sendable {
  struct Event: Codable {
    let kind: String
    let from: String?
    let to: String?
    let text: String
    /// The module and the name of the file: `Chapter_Subjects/Hub.swift`. Nil in a page of the site, as is the line.
    var file: String?
    var line: Int?
    /// In a page of the site, the number of the block of code and of the line in it, both from 0. Nil if the page does not
    /// show the line.
    var code: [Int]?
    let printed: Int?
    let inside: Int?
    /// Nil in a page of the site where the picture has no threads.
    var thread: String?
  }

  let chapter: String
  let page: String
  /// What the page shows, in one line.
  let title: String
  let picture: String
  let parts: [String]
  let lines: [String]
  let events: [Event]
  /// Nil for most pages.
  let laboratory: ChosenSteps?

  /// The recordings of all pages of a chapter.
  ///
  /// - Throws: `DecodingError` if these bytes are not what `--record` writes for several pages.
  package static func all(_ bytes: Data) throws -> [Recording] {
    try JSONDecoder().decode([Recording].self, from: bytes)
  }

  /// The words of the command that prints the page: `Chapter-Subjects hub`.
  var run: String { "Chapter-\(chapter) \(page)" }

  /// The words of the command that prints its counterpart: a page that runs the same scene, fixed. Nil if its name does not
  /// end with `-as-written`.
  var fixedRun: String? {
    let suffix = "-as-written"
    return page.hasSuffix(suffix) ? "Chapter-\(chapter) \(page.dropLast(suffix.count))" : nil
  }

  /// Whether it is a sequence of calls that was run twice, as written and then fixed.
  var hasTwoRuns: Bool {
    picture == "sequence"
      && ["as written: ", "fixed: "].allSatisfy { label in lines.contains { $0.hasPrefix(label) } }
  }
}

/// A recording in a page: JSON whose events have the place of their line in the code that the page shows.
struct EmbeddedRecording: Encodable {
  let picture: String
  let parts: [String]
  let events: [Recording.Event]

  /// - Parameters:
  ///   - recording: The recording of the page.
  ///   - blocks: The path of each block of Swift that the page shows, and the line in that file for each of its lines.
  init(_ recording: Recording, blocks: [(path: String, lines: [Int?])]) {
    picture = recording.picture
    parts = recording.parts
    events = recording.events.map { event in
      var shown = event
      shown.code = Self.place(of: event, in: blocks)
      (shown.file, shown.line) = (nil, nil)
      if recording.picture != "lanes" { shown.thread = nil }
      return shown
    }
  }

  private static func place(
    of event: Recording.Event, in blocks: [(path: String, lines: [Int?])]
  ) -> [Int]? {
    guard let file = event.file?.split(separator: "/"), let module = file.first,
      let name = file.last
    else { return nil }
    let folder = module.replacing("Chapter_", with: "Chapters/")
    return blocks.enumerated().lazy.compactMap { index, block -> [Int]? in
      guard block.path.hasSuffix("/\(name)"), block.path.contains("\(folder)/") else { return nil }
      return block.lines.firstIndex(of: event.line).map { [index, $0] }
    }.first
  }

  /// The `script` element from which pictures are drawn.
  func html() throws -> String {
    "<script type=\"application/json\" class=\"recording\">\(try JSONEncoder.textOfScript(self))</script>"
  }
}

extension JSONEncoder {
  /// JSON for a `script` element, which no text of it can end.
  static func textOfScript(_ value: some Encodable) throws -> String {
    String(decoding: try ofBook.encode(value), as: UTF8.self).replacing("<", with: "\\u003c")
  }
}
