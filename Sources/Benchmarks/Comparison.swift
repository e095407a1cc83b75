import Terminal

/// An operation beside its physical limit, and the ratio that it must not exceed.
struct Comparison: Sendable {
  /// What is measured, in a few words.
  let name: String
  /// What it is measured against.
  let reference: String
  /// The highest ratio that is accepted.
  let limit: Double
  /// Whether it takes part in every round however long it is, because the disk makes its times differ.
  var isUnsteady = false
  /// Whether all threads of the process share one processor meanwhile, because they wake each other.
  var isOnOneProcessor = false
  /// Makes both workloads, with all they need, just before they are measured.
  let prepare: @Sendable () -> (subject: Workload, reference: Workload)
}

extension Comparison {
  /// In the order in which they are measured. A library adds its list here.
  ///
  /// One list is over before the next is prepared: the stores start threads, and a process that has
  /// threads pays more for each lock from then on.
  static let lists = [subjects, sqlite, layeredStorage, confinedStore, repository, dda, rename]

  static let all: [Comparison] = lists.flatMap { $0 }

  /// - Returns: whether its name contains any of the words, in any case; true if there are no words.
  func isSelected(by words: [String]) -> Bool { words.isEmpty || words.contains(where: isNamed) }

  /// - Returns: those whose name contains any of the words, in any case; all if there are no words.
  static func selected(
    by words: [String], from comparisons: [Comparison] = all
  ) throws(UsageError) -> [Comparison] {
    guard !words.isEmpty else { return comparisons }
    let unused = words.first { word in word.isEmpty || !comparisons.contains { $0.isNamed(word) } }
    if let unused {
      throw UsageError(
        "no comparison has \(unused.debugDescription) in its name; --list shows all")
    }
    return comparisons.filter { comparison in words.contains { comparison.isNamed($0) } }
  }

  /// Names, one a line; one that is compared with two references stands there once.
  static func list(_ comparisons: [Comparison]) -> String {
    var seen: Set<String> = []
    return comparisons.map(\.name).filter { seen.insert($0).inserted }.map { "\($0)\n" }.joined()
  }

  private func isNamed(_ word: String) -> Bool { name.lowercased().contains(word.lowercased()) }
}
