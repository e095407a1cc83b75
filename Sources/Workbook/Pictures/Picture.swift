/// How a page's recording is drawn.
public enum Picture: String, Codable, Sendable {
  /// The events that observers receive, over time.
  case marbles
  /// Calls, with a column for each part.
  case sequence
  /// Events, with a column for each thread.
  case lanes
  /// The version that each reader sees, over time.
  case versions
}

extension Picture {
  init(of recording: Recording) {
    let events = recording.events
    self =
      if events.contains(where: { [.open, .pin].contains($0.kind) }) {
        .versions
      } else if events.contains(where: \.isOfSequence) {
        .marbles
      } else if events.contains(where: { $0.from != nil && $0.to != nil }) {
        .sequence
      } else {
        .lanes
      }
  }

  /// The picture as lines that fit a terminal. Marbles and versions are always plain text.
  func lines(of recording: Recording, width: Int = 80, with glyphs: LineGlyphs) -> [String] {
    switch layout(of: recording, as: .terminal) {
    case .rows(let grid): grid.lines(width: width)
    case .columns(let diagram): diagram.lines(width: width, with: glyphs)
    }
  }
}

/// The contents of a picture.
package enum PictureLayout {
  case rows(TimeGrid)
  case columns(ColumnDiagram)
}

extension Picture {
  package func layout(
    of recording: Recording, as form: ColumnDiagram.Form = .steps
  ) -> PictureLayout {
    switch self {
    case .marbles: .rows(MarbleDiagram(recording).grid)
    case .sequence: .columns(ColumnDiagram(callsIn: recording, as: form))
    case .lanes: .columns(ColumnDiagram(threadsOf: recording, as: form))
    case .versions: .rows(TimeGrid(versionsIn: recording))
    }
  }
}

extension Recording.Event {
  /// Whether it is a subscription, or a value that is sent to all observers and not to one part.
  fileprivate var isOfSequence: Bool { kind == .subscribe || kind == .send && to == nil }
}

/// The characters that draw lines and arrows.
struct LineGlyphs {
  let across: Character
  let down: Character
  let left: Character
  let right: Character
  /// Marks an event at a part.
  let point: Character

  static let ascii = LineGlyphs(across: "-", down: "|", left: "<", right: ">", point: "*")
  static let unicode = LineGlyphs(across: "─", down: "│", left: "◀", right: "▶", point: "●")
}
