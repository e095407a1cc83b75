internal import Foundation

/// A machine of its own for a program: its files, processes and network, and nothing of anybody else's.
///
/// Its root is a folder of empty folders. On those the system's and the toolchain's libraries are mounted to be read,
/// the program's folder as well, and a small file system in memory that it may write to. The package, the users'
/// folders and all devices but five are not there.
struct Sandbox: Sendable {
  /// How the grader gets namespaces.
  enum Entry: Sendable, CaseIterable {
    /// With root's own rights, which are dropped before the program starts.
    case root
    /// As an ordinary user, through a user namespace.
    case user
  }

  private let entry: Entry
  private let workspace: Workspace
  private let root: URL
  /// Lines of a mount table, without the program's folder.
  private let table: [String]

  /// - Parameters:
  ///   - entry: How the grader gets namespaces.
  ///   - libraries: folders that programs need beside the system's.
  ///   - hidden: a folder that must not be seen, wherever it is.
  ///   - workspace: where the folders are made.
  /// - Throws: ``GradingError`` when they cannot be made.
  init(
    _ entry: Entry, libraries: [String], hiding hidden: String, in workspace: Workspace
  ) throws(GradingError) {
    self.entry = entry
    self.workspace = workspace
    root = try workspace.folder("root")
    var layout = SandboxLayout(root: root.path)
    do {
      try layout.build(libraries: libraries, hiding: hidden)
    } catch {
      throw GradingError("“\(root.path)” cannot be filled: \(error.localizedDescription)")
    }
    table = layout.table
  }

  /// How to start a program in it.
  ///
  /// - Parameters:
  ///   - words: the program as it is seen from inside, and its arguments.
  ///   - programs: the folder that is seen as `/program`.
  ///   - folder: where the mount table may be written.
  ///   - limits: what the program may use.
  /// - Returns: The command, which reads nothing yet.
  /// - Throws: ``GradingError`` when the mount table cannot be written.
  func command(
    _ words: [String], from programs: URL, in folder: URL, limits: Limits
  ) throws(GradingError) -> Command {
    let file = folder.appending(path: "mounts")
    let mounts =
      table + [
        SandboxLayout.line(programs.path, root.path + "/program", "none", SandboxLayout.readable)
      ]
    try workspace.write(mounts.joined(separator: "\n") + "\n", to: file)
    var environment = Command.environment(home: "/work", workspace: workspace)
    environment["PATH"] = "/usr/bin:/bin:/usr/sbin:/sbin"
    let enter = ["/bin/sh", "-c", Self.script, "sh", file.path, root.path, limits.shell]
    return Command(
      program: "/usr/bin/env",
      arguments: namespaces + enter + layingDownRights(limits) + words, environment: environment)
  }

  private static let endedWithItsStarter = ["setpriv", "--pdeathsig", "KILL"]

  private var namespaces: [String] {
    let user = entry == .user ? ["--user", "--map-root-user"] : []
    let others = ["--pid", "--fork", "--kill-child", "--net", "--ipc", "--uts", "--mount"]
    return Self.endedWithItsStarter + ["unshare"] + user + others
  }

  private func layingDownRights(_ limits: Limits) -> [String] {
    let rights = ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
    guard entry == .root else { return Self.endedWithItsStarter + rights }
    // A user of its own, from those that are kept for such: what another run starts does not count here.
    let user = Int.random(in: 61_184...65_519)
    let identity = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    return ["prlimit", "--nproc=\(limits.processes)"] + Self.endedWithItsStarter + rights + identity
  }

  /// Mounts, detaches the old root, sets limits, and executes the program.
  private static let script = """
    { mount -a -T "$1" && cd "$2" && pivot_root . old && umount -l /old && cd /work &&
      eval "$3" && shift 3; } || exit 97
    exec "$@"
    """
}
