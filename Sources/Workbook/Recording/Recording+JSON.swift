import Foundation

extension Recording {
  /// The recording of a page as a JSON object: keys in alphabetical order, an event a line, the same
  /// bytes for the same recording. Docs/Recording.md describes it.
  func json(
    ofPage slug: String, titled title: String, in chapter: String, drawnAs picture: Picture,
    laboratory: Laboratory.Recorded? = nil
  ) -> String {
    let printed = printed
    let used = Set(events.flatMap { [$0.from, $0.to] })
    let rows = events.indices.map { index in
      "    " + Self.text(Row(events[index], order: index + 1, printed: printed[index]))
    }
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
        "page": \(Self.text(slug)),
        "parts": \(Self.text(parts.filter(used.contains))),
        "picture": \(Self.text(picture.rawValue)),
        "title": \(Self.text(title))
      }
      """
  }

  /// Texts and whole numbers, which JSON can hold in any case.
  private static func text(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "null"
  }

  /// An event as it is written; what is nil is left out.
  private struct Row: Encodable {
    let order: Int
    let kind: String
    let from: String?
    let to: String?
    let text: String
    let file: String
    let line: Int
    let printed: Int?
    let thread: String
    let inside: Int?

    init(_ event: Event, order: Int, printed: Int?) {
      self.order = order
      kind = event.kind.rawValue
      from = event.from
      to = event.to
      text = event.text
      file = event.source.file
      line = event.source.line
      self.printed = printed
      thread = event.thread
      inside = event.inside
    }
  }
}
