package import Exercising

/// The steps of an exercise's scripts: for each verb, an example of up to six forms that they use.
package struct Vocabulary: Sendable {
  /// In the order in which the scripts use them first: `subscribe ann`, `subscribe ann leaving`.
  package let examples: [String]

  /// The largest number of arguments for each verb, except verbs that take a list or JSON.
  private let mostArguments: [String: Int]

  package init(of exercise: Exercise) {
    let steps = (UInt64(1)...5).flatMap { seed in
      exercise.checks.enumerated().flatMap { index, check in
        var random = SeededGenerator(seed: seed, exercise: exercise.name, check: index)
        return check.scripts(&random).flatMap(\.steps)
      }
    }
    // By verb and index. At a place where few different words occur, they say what the step does,
    // unlike names and values.
    let words: [[String]: Set<String>] = steps.reduce(into: [:]) { words, step in
      for (index, word) in step.arguments.enumerated() where !Self.isValue(word) {
        words[[step.verb, "\(index)"], default: []].insert(word)
      }
    }
    /// The verb and its keywords. `…` stands for one or more other arguments in a row.
    func form(of step: Step) -> [String] {
      step.arguments.enumerated().reduce(into: [step.verb]) { form, argument in
        let found = words[[step.verb, "\(argument.offset)"], default: []]
        let isKeyword = found.contains(argument.element) && found.count <= 5
        let part = isKeyword ? argument.element : "…"
        if isKeyword || form.last != part { form.append(part) }
      }
    }
    var forms: [String: Set<[String]>] = [:]
    examples = steps.filter { step in
      forms[step.verb, default: []].count < 6
        && forms[step.verb, default: []].insert(form(of: step)).inserted
    }
    .map(\.description)
    mostArguments = Dictionary(grouping: steps, by: \.verb).compactMapValues { steps in
      let counts = Dictionary(grouping: steps, by: form)
        .mapValues { Set($0.map(\.arguments.count)) }
      let hasText = steps.flatMap(\.arguments).contains { $0.hasPrefix("{") || $0.hasPrefix("[") }
      guard !hasText, counts.values.allSatisfy({ $0.count == 1 }) else { return nil }
      return steps.map(\.arguments.count).max()
    }
  }

  /// The arguments of a step beyond the largest number that the scripts give its verb.
  package func unexpected(of step: Step) -> [String] {
    Array(step.arguments.dropFirst(mostArguments[step.verb] ?? .max))
  }

  package var verbs: [String] {
    let verbs = examples.map { String($0.prefix { $0 != " " }) }
    return verbs.indices.filter { !verbs[..<$0].contains(verbs[$0]) }.map { verbs[$0] }
  }

  package func examples(of verb: String) -> [String] {
    examples.filter { $0.prefix { $0 != " " } == verb }
  }

  /// Whether it is a number, or one of the workbook's people.
  private static func isValue(_ word: String) -> Bool {
    Int(word) != nil || SeededGenerator.everyone.contains(word.lowercased())
  }
}
