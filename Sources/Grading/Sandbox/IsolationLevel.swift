/// How far a learner's program is kept from the rest of the machine; the stronger is the greater.
public enum IsolationLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// A session of its own, with limits, ended whole. It could still write elsewhere or end its grader.
  case processGroup = "process group"
  /// Its own processes, network and files: nothing survives, nothing is written elsewhere.
  case namespaces

  public static func < (lesser: Self, greater: Self) -> Bool {
    lesser == .processGroup && greater == .namespaces
  }
}
