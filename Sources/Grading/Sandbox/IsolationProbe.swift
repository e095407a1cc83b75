internal import Foundation
internal import Processes

/// The isolation that this machine allows, tested with a sandbox.
package struct IsolationProbe: Sendable {
  /// Why the level is a process group. Nil for namespaces.
  package let reason: String?
  let entry: Sandbox.Entry?
  package var level: IsolationLevel { entry == nil ? .processGroup : .namespaces }

  /// The result for this machine, which is determined once per process.
  package static let ofThisMachine = IsolationProbe()

  /// Whether Landlock confines programs of a process group to some files.
  package static let confinesFiles: Bool = {
    #if os(Linux)
      let command = ChildCommand(
        program: BuildFolder.beside.starter,
        arguments: ["drop", "-", "confine", "read", "/", "--", "/bin/true"])
      return (try? ChildRunner().run(command, limits: Limits()))?.reason == .exited(0)
    #else
      return false
    #endif
  }()

  private init() {
    #if os(Linux)
      let entries: [Sandbox.Entry] = getuid() == 0 ? [.root, .user] : [.user]
    #else
      let entries: [Sandbox.Entry] = []
    #endif
    var last: String? = "no namespaces here"
    entry = entries.first { entry in
      last = Self.obstacle(entry)
      return last == nil
    }
    reason = last
  }

  /// Why a sandbox does not isolate a program, as a clause. Nil if it does.
  private static func obstacle(_ entry: Sandbox.Entry) -> String? {
    let workspace = Workspace()
    defer { workspace.remove() }
    do {
      let hidden = try workspace.folder("hidden")
      let sandbox = try Sandbox(entry, libraries: [], hiding: hidden.path, in: workspace)
      let command = try sandbox.command(
        ["/bin/sh", "-c", promises, hidden.path], from: hidden, limits: Limits())
      let result = try ChildRunner().run(command, limits: Limits())
      if result.reason == .exited(0) { return nil }
      let words = String(cleaning: result.errors).split(separator: "\n").first
      return result.startFailure ?? words.map(String.init)
        ?? "no sandbox could be made (\(result.reason))"
    } catch { return "\(error)" }
  }

  /// Tests that a program can write only to its own folder, and does not see the hidden folder.
  private static let promises = """
    touch /work/probe && ! touch /usr/probe 2> /dev/null && test ! -e "$0" && test -e /proc/self
    """
}
