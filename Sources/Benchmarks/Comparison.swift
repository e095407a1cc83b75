import Terminal

/// An operation, its reference, and the limit of the ratio between their times.
struct Comparison: Sendable {
  let name: String
  let reference: String
  let limit: Double
  /// Whether it takes minutes. It is then measured only if a word selects it, in a few rounds,
  /// without a warm-up, and always the operation before its reference.
  var takesMinutes = false
  /// Creates both workloads and their fixtures, just before they are measured.
  let prepare: @Sendable () -> (subject: Workload, reference: Workload)
}

extension Comparison {
  /// All lists, in the order of measurement. A library adds its list here.
  ///
  /// A list is measured before the next one is prepared, because the stores start threads, and
  /// locks are more expensive in a process with several threads.
  static let lists = [subjects, sqlite, layeredStorage, confinedStore, course]

  /// Whether its name contains any of the words. Without words, whether it takes less than minutes.
  func isSelected(by words: [String]) -> Bool {
    words.isEmpty ? !takesMinutes : words.contains(where: isNamed)
  }

  /// The comparisons whose name contains any of the words, ignoring case. All if there are no
  /// words.
  static func selected(by words: [String]) throws(UsageError) -> [Comparison] {
    let all = lists.flatMap(\.self)
    let unused = words.first { word in word.isEmpty || !all.contains { $0.isNamed(word) } }
    if let unused {
      throw UsageError("no comparison has \(unused.debugDescription) in its name; --list shows all")
    }
    return all.filter { words.isEmpty || $0.isSelected(by: words) }
  }

  /// The names, one per line. A name with two references is listed once.
  static func list(_ comparisons: [Comparison]) -> String {
    var seen: Set<String> = []
    return comparisons.map(\.name).filter { seen.insert($0).inserted }.joined(separator: "\n")
  }

  private func isNamed(_ word: String) -> Bool { name.lowercased().contains(word.lowercased()) }
}
