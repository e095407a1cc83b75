internal import Exercising

/// The words that a seed replaces in a check's scripts: the workbook's people, names, colours and
/// cells, `v1`, `v2` and so on for numbers, and `id` and `other` for two users.
struct Cast {
  enum Kind {
    case people, names, colours, cells, values, ids
    // Each of these occurs in a single exercise.
    case topics, screens, failures, tasks, threads

    fileprivate var words: [String] {
      switch self {
      case .people: SeededGenerator.everyone
      case .names: SeededGenerator.everyone.map { $0.prefix(1).uppercased() + $0.dropFirst() }
      case .colours: ["blue", "brown", "gold", "green", "grey", "pink", "red", "violet", "white"]
      case .cells: ["badge", "footer", "header", "menu", "row"]
      case .values: (1...99).map { "v\($0)" }
      case .ids: ["id", "other"]
      case .topics: ["weather", "traffic", "sport", "music"]
      case .screens: ["timeline", "detail", "profile"]
      case .failures: ["full", "unreadable"]
      case .tasks: ["count", "draw", "load", "save", "sort"]
      case .threads: ["loader", "screen", "writer", "cleaner"]
      }
    }
  }

  var words: [String: String] = [:]

  /// The word for which a word stands.
  subscript(word: some StringProtocol) -> String { words[String(word)] ?? String(word) }

  /// A script of the steps in the texts: `keep 2; subscribe ann; next v1`.
  func script(_ texts: String..., crash: String? = nil) -> Script {
    let lines = texts.flatMap { $0.split(separator: "; ") }.map { line in
      line.split(separator: " ").map { self[$0] }.joined(separator: " ")
    }
    return Script(lines, crash: crash)
  }
}

extension SeededGenerator {
  /// Draws the words of each kind, in the given order.
  mutating func cast(_ kinds: Cast.Kind...) -> Cast {
    var cast = Cast()
    for kind in kinds {
      let drawn: [String]
      switch kind {
      case .values: drawn = values(99).map(String.init)
      case .ids:
        let first = Int.random(in: 1...8, using: &self)
        drawn = ["\(first)", "\(first + Int.random(in: 1...8, using: &self))"]
      default: drawn = kind.words.shuffled(using: &self)
      }
      for (word, other) in zip(kind.words, drawn) { cast.words[word] = other }
    }
    return cast
  }
}

extension Sequence {
  /// A step for each element, as a text for ``Cast/script(_:crash:)``.
  func steps(_ step: (Element) -> String) -> String { map(step).joined(separator: "; ") }
}
