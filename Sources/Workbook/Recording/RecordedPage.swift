package import Foundation

/// The recording of a page, as `--record` writes it. Docs/Recording.md describes the file.
package struct RecordedPage: Codable, Sendable {
  package let chapter: String
  package let page: String
  package let title: String
  package let picture: Picture
  package let parts: [String]
  package let lines: [String]
  package let events: [Event]
  /// Nil for most pages.
  package let laboratory: Laboratory.Recorded?

  /// An event in the file. Nil values are left out.
  package struct Event: Codable, Sendable {
    package let order: Int
    package let kind: Recording.Kind
    package let from: String?
    package let to: String?
    package let text: String
    /// The module and the name of the file: `Chapter_Subjects/Hub.swift`.
    package let file: String
    package let line: Int
    /// The number of the printed line that it belongs to, from 1.
    package let printed: Int?
    package let thread: String
    package let inside: Int?
  }

  init(
    _ recording: Recording, of page: Page, in chapter: String, laboratory: Laboratory.Recorded?
  ) {
    self.chapter = chapter
    self.page = page.slug
    title = page.title
    picture = page.picture ?? Picture(of: recording)
    let used = Set(recording.events.flatMap { [$0.from, $0.to] })
    parts = recording.parts.filter(used.contains)
    lines = recording.lines
    events = zip(recording.events, recording.printed).enumerated().map { index, pair in
      let (event, printed) = pair
      return Event(
        order: index + 1, kind: event.kind, from: event.from, to: event.to, text: event.text,
        file: event.source.file, line: event.source.line, printed: printed, thread: event.thread,
        inside: event.inside)
    }
    self.laboratory = laboratory
  }

  /// The recorded events, and the parts in their order.
  package var recording: Recording {
    Recording(
      parts: parts,
      events: events.map { event in
        Recording.Event(
          kind: event.kind, from: event.from, to: event.to, text: event.text,
          source: Recording.Source(file: event.file, line: event.line), thread: event.thread,
          inside: event.inside)
      })
  }

  /// The pages of a chapter, from a file with several.
  package static func all(_ bytes: Data) throws -> [RecordedPage] {
    try JSONDecoder().decode([RecordedPage].self, from: bytes)
  }

  /// A JSON object: keys in alphabetical order, an event a line, the same bytes for the same
  /// recording.
  var json: String {
    let rows = events.map { "    " + Self.text($0) }
    let runs = laboratory.map { "  \"laboratory\": \(Self.text($0)),\n" } ?? ""
    return """
      {
        "chapter": \(Self.text(chapter)),
        "events": [
      \(rows.joined(separator: ",\n"))
        ],
        "format": 1,
      \(runs)\
        "lines": \(Self.text(lines)),
        "page": \(Self.text(page)),
        "parts": \(Self.text(parts)),
        "picture": \(Self.text(picture)),
        "title": \(Self.text(title))
      }
      """
  }

  /// Encodes texts and whole numbers, which JSON can always hold.
  private static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }
}
