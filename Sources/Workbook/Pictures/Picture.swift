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
    let observes = events.contains { $0.kind == .subscribe || $0.kind == .send && $0.to == nil }
    self =
      if events.contains(where: { [.open, .pin].contains($0.kind) }) {
        .versions
      } else if observes {
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

package enum PictureLayout {
  case rows(TimeGrid)
  case columns(ColumnDiagram)
}

extension Picture {
  package func layout(
    of recording: Recording, as form: ColumnDiagram.Form = .steps
  ) -> PictureLayout {
    switch self {
    case .marbles: .rows(TimeGrid(marblesIn: recording))
    case .sequence: .columns(ColumnDiagram(callsIn: recording, as: form))
    case .lanes: .columns(ColumnDiagram(threadsOf: recording, as: form))
    case .versions: .rows(TimeGrid(versionsIn: recording))
    }
  }
}

/// The characters that draw lines and arrows.
struct LineGlyphs {
  let across, down, left, right, point: Character

  static let ascii = LineGlyphs(across: "-", down: "|", left: "<", right: ">", point: "*")
  static let unicode = LineGlyphs(across: "─", down: "│", left: "◀", right: "▶", point: "●")
}
