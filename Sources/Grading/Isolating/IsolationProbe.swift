internal import Foundation

/// How far this machine lets programs be kept apart, found out by doing it once.
package struct IsolationProbe: Sendable {
  package let level: IsolationLevel
  /// Why it is no more than a process group; nil for namespaces.
  package let reason: String?
  let entry: Enclosure.Entry?

  /// The same for the whole life of the process.
  package static let ofThisMachine = IsolationProbe()

  private init() {
    var reasons: [String] = []
    for entry in Self.entries {
      guard let reason = Self.obstacle(entry) else {
        (level, reason, self.entry) = (.namespaces, nil, entry)
        return
      }
      reasons.append(reason)
    }
    level = .processGroup
    entry = nil
    reason = reasons.last ?? "this system has none"
  }

  private static var entries: [Enclosure.Entry] {
    #if os(Linux)
      getuid() == 0 ? [.root, .user] : [.user]
    #else
      []
    #endif
  }

  /// Why an enclosure does not hold what it promises, as a clause; nil when it does.
  private static func obstacle(_ entry: Enclosure.Entry) -> String? {
    let workspace = Workspace()
    defer { workspace.remove() }
    do {
      let hidden = try workspace.folder("hidden")
      let enclosure = try Enclosure(
        entry, libraries: [], hiding: hidden.path, in: workspace)
      let command = try enclosure.command(
        ["/bin/sh", "-c", promises, hidden.path], from: hidden, in: try workspace.folder("run"),
        limits: Limits())
      let ending = try ChildRunner().run(command, limits: Limits())
      if ending.cause == .exit(0) { return nil }
      let said = String(cleaning: ending.errors).split(separator: "\n").first
      return said.map(String.init) ?? "an enclosure could not be made (\(ending.cause))"
    } catch { return "\(error)" }
  }

  /// It can write to its own folder only, and does not see the hidden one.
  private static let promises = """
    touch /work/probe && ! touch /usr/probe 2> /dev/null && test ! -e "$0" && test -e /proc/self
    """
}
