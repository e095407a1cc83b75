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
    switch self {
    case .marbles: MarbleDiagram(recording).grid.lines(width: width)
    case .sequence: ColumnDiagram(callsIn: recording).lines(width: width, with: glyphs)
    case .lanes: ColumnDiagram(threadsOf: recording).lines(width: width, with: glyphs)
    case .versions: VersionDiagram(recording).grid.lines(width: width)
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
    switch self {
    case .marbles: .rows(MarbleDiagram(recording).grid)
    case .sequence: .columns(ColumnDiagram(callsIn: recording, as: .steps))
    case .lanes: .columns(ColumnDiagram(threadsOf: recording, as: .steps))
    case .versions: .rows(VersionDiagram(recording).grid)
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
