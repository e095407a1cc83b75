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
    let kinds = Set(recording.events.map(\.kind))
    if !kinds.isDisjoint(with: [.open, .pin]) {
      self = .versions
    } else if recording.events.contains(where: \.isOfSequence) {
      self = .marbles
    } else if recording.events.contains(where: { $0.from != nil && $0.to != nil }) {
      self = .sequence
    } else {
      self = .lanes
    }
  }

  /// The picture as lines that fit a terminal. Lines and arrows consist of the glyphs. Marbles and
  /// versions are always plain text.
  func lines(of recording: Recording, width: Int = 80, with glyphs: LineGlyphs) -> [String] {
    switch layout(of: recording, as: .terminal) {
    case .rows(let grid): grid.lines(width: width)
    case .columns(let diagram): diagram.lines(width: width, with: glyphs)
    }
  }
}

/// The contents of a picture, for a program that draws it step by step.
package enum PictureLayout {
  case rows(TimeGrid)
  case columns(ColumnDiagram)
}

extension Picture {
  /// The contents of a recording's picture, with a mark or a row for each step.
  package func layout(of recording: Recording) -> PictureLayout {
    layout(of: recording, as: .steps)
  }

  private func layout(of recording: Recording, as form: ColumnDiagram.Form) -> PictureLayout {
    switch self {
    case .marbles: .rows(MarbleDiagram(recording).grid)
    case .sequence: .columns(ColumnDiagram(callsIn: recording, as: form))
    case .lanes: .columns(ColumnDiagram(threadsOf: recording, as: form))
    case .versions: .rows(TimeGrid(versionsIn: recording))
    }
  }
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

extension Recording.Event {
  /// Whether it is a subscription, or a value that is sent to all observers and not to one part.
  fileprivate var isOfSequence: Bool { kind == .subscribe || kind == .send && to == nil }
}
