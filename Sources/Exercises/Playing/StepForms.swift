/// The forms of a scene's steps, for `play` and for reports.
///
///     ["get; set ann 2.7": nil, "look": "reports the rows.", "read ann … slowly": "waits first."]
///
/// A key has examples, separated by `; `. They stand for all steps with the same verb and at most
/// as many arguments, or any number of them if the example ends with ` …` or has JSON. A value
/// completes a sentence that begins with the first verb, or with the word after a ` … ` inside the
/// example. The ` … ` is not part of it. A value is nil if the task or the stub explains the step.
public struct StepForms: ExpressibleByDictionaryLiteral, Sendable {
  /// An example such as `read ann slowly`, and the meaning, which is empty if there is none.
  package private(set) var examples: [(term: String, text: String)] = []
  /// The meanings, by the verb or by `… word`.
  package private(set) var meanings: [String: String] = [:]
  /// For each verb, the largest number of arguments.
  private var mostArguments: [String: Int] = [:]

  public init(dictionaryLiteral elements: (String, String?)...) {
    for (key, meaning) in elements {
      for (index, form) in key.split(separator: "; ").enumerated() {
        let parts = form.split(separator: " … ")
        let example = parts.joined(separator: " ")
        examples.append((term: example, text: index == 0 ? meaning ?? "" : ""))
        let words = example.split(separator: " ").map(String.init)
        // JSON may have spaces.
        let isOpen = words.last == "…" || example.contains("{")
        let most = isOpen ? Int.max : words.count - 1
        mostArguments[words[0]] = max(most, mostArguments[words[0]] ?? 0)
        let word = parts.count == 1 ? words[0] : "… \(parts[1].prefix { $0 != " " })"
        if let meaning, index == 0 { meanings[word] = meaning }
      }
    }
  }

  public static func + (first: Self, second: Self) -> Self {
    var sum = first
    sum.examples += second.examples
    sum.meanings.merge(second.meanings) { $1 }
    sum.mostArguments.merge(second.mostArguments, uniquingKeysWith: max)
    return sum
  }

  /// The verbs, in the order of their first examples.
  package var verbs: [String] {
    let verbs = examples.map { String($0.term.prefix { $0 != " " }) }
    return verbs.indices.filter { !verbs[..<$0].contains(verbs[$0]) }.map { verbs[$0] }
  }

  package func examples(of verb: String) -> [String] {
    examples.map(\.term).filter { $0.prefix { $0 != " " } == verb }
  }

  /// Whether the verb has a form, with at least as many arguments.
  package func include(_ step: Step) -> Bool {
    mostArguments[step.verb].map { step.arguments.count <= $0 } ?? false
  }

  /// The arguments of a step beyond the largest number of its verb.
  package func unexpected(of step: Step) -> [String] {
    Array(step.arguments.dropFirst(mostArguments[step.verb] ?? .max))
  }
}

extension Step {
  /// Parses an example as it is printed, without the mark ` …` at its end. Nil for a blank line.
  package init?(example line: String) {
    let words = line.split { $0.isWhitespace }
    let kept = words.count > 1 && words.last == "…" ? words.dropLast() : words
    self.init(line: kept.joined(separator: " "))
  }
}
