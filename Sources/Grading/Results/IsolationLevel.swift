/// How far a learner's program is kept from the rest of the machine.
public enum IsolationLevel: String, Sendable, Hashable, Codable, CaseIterable {
  /// Its own processes, network and files: nothing survives, nothing is written elsewhere.
  case namespaces
  /// A session of its own, with limits, ended whole. It could still write elsewhere or end its grader.
  case processGroup = "process group"
}
