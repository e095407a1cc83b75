import DataAccess
import Workbook

extension Transcript {
  /// Records what a part does, or what another part does to it, and prints it as `part: text` after a prefix.
  func step(_ part: String, _ text: String, from source: String? = nil, prefix: String = "") {
    record(.send, text, from: source ?? part, to: part)
    line("\(prefix)\(part): \(text)")
  }

  /// Records a step of the database, as one of a part; by default of the part that runs.
  func record(_ step: UserDatabase.Step, from source: String? = nil) {
    switch step {
    case .read: record(.read, from: source, to: "dal")
    case .write: record(.write, from: source, to: "dal")
    case .conversion(let id): record(.send, "converts row \(id)", from: "dal", to: "dal")
    }
  }
}

extension UserDatabase.Configuration {
  /// A configuration that records each step of the database.
  static func recorded(in transcript: Transcript) -> UserDatabase.Configuration {
    var configuration = UserDatabase.Configuration()
    configuration.log = { transcript.record($0) }
    return configuration
  }
}
