package import Foundation

/// The recording of a page, as `--record` writes it. Docs/Recording.md describes the file.
package struct RecordedPage: Codable, Sendable {
  package let chapter: String
  package let page: String
  package let title: String
  package let picture: Picture
  package let parts: [String]
  package let lines: [String]
  package let events: [Recording.Event]
  package let laboratory: Laboratory.Recorded?

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
    events = zip(recording.events, recording.printed).map { event, printed in
      var event = event
      event.printed = printed
      return event
    }
    self.laboratory = laboratory
  }

  package var recording: Recording { Recording(parts: parts, events: events) }

  /// The pages of a chapter, from a file with several.
  package static func all(_ bytes: Data) throws -> [RecordedPage] {
    try JSONDecoder().decode([RecordedPage].self, from: bytes)
  }

  /// A JSON object: sorted keys, an event a line, the same bytes for the same recording.
  var json: String {
    let rows = events.map { "    " + jsonText($0) }
    let runs = laboratory.map { "  \"laboratory\": \(jsonText($0)),\n" } ?? ""
    return """
      {
        "chapter": \(jsonText(chapter)),
        "events": [
      \(rows.joined(separator: ",\n"))
        ],
        "format": 1,
      \(runs)\
        "lines": \(jsonText(lines)),
        "page": \(jsonText(page)),
        "parts": \(jsonText(parts)),
        "picture": \(jsonText(picture)),
        "title": \(jsonText(title))
      }
      """
  }
}

/// A value as JSON on one line: the same bytes for the same value.
package func jsonText(_ value: some Encodable) -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
    fatalError("a recording or a site has only texts and whole numbers, but: \(error)")
  }
}
