import Terminal

/// An operation, its reference, and the limit of the ratio between their times.
struct Comparison: Sendable {
  let name: String
  let reference: String
  let limit: Double
  /// Creates both workloads and their fixtures, just before they are measured.
  let prepare: @Sendable () -> (subject: Workload, reference: Workload)
}

extension Comparison {
  /// In the order of measurement. A list is measured before the next one is prepared, because the
  /// stores start threads, and locks are more expensive in a process with several threads.
  private static let lists = [subjects, sqlite, layeredStorage, confinedStore]

  /// The lists of comparisons whose name has any of the words, ignoring case; all for no words.
  static func selected(by words: [String]) throws(UsageError) -> [[Comparison]] {
    let unused = words.first { word in !lists.joined().contains { $0.isNamed(word) } }
    if let unused {
      throw UsageError("no comparison has \(unused.debugDescription) in its name; --list shows all")
    }
    return words.isEmpty ? lists : lists.map { $0.filter { words.contains(where: $0.isNamed) } }
  }

  private func isNamed(_ word: String) -> Bool { name.lowercased().contains(word.lowercased()) }
}
