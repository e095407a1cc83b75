internal import Foundation

/// A machine of its own for a program: its own files, processes and network, and no others.
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

/// The empty folders of an enclosure, and what is mounted on each.
struct SandboxLayout {
  private let root: String
  /// Lines of a mount table, in the order in which they are mounted.
  private(set) var table: [String] = []

  init(root: String) {
    self.root = root
  }

  /// What is bound with this can be read and run, and neither written nor give rights.
  static let readable = "bind,ro,nosuid,nodev"

  mutating func build(libraries: [String], hiding hidden: String) throws {
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root)
    table = [Self.line(root, root, "none", Self.readable)]
    for folder in ["/proc", "/dev", "/work", "/old", "/program"] { try makeFolder(folder) }
    for system in ["/usr", "/lib", "/lib64", "/bin", "/sbin"] {
      if let target = try? files.destinationOfSymbolicLink(atPath: system) {
        try files.createSymbolicLink(atPath: root + system, withDestinationPath: target)
      } else if files.fileExists(atPath: system) {
        try bind(system)
      }
    }
    for library in libraries where !library.hasPrefix("/usr/") { try bind(library) }
    if ["/usr/", "/lib/"].contains(where: hidden.hasPrefix) {
      table.append(Self.line("tmpfs", root + hidden, "tmpfs", "ro,size=4k"))
    }
    for device in ["null", "zero", "full", "random", "urandom"] {
      try Data().write(to: URL(filePath: "\(root)/dev/\(device)"))
      table.append(Self.line("/dev/\(device)", "\(root)/dev/\(device)", "none", "bind"))
    }
    try files.createSymbolicLink(atPath: root + "/tmp", withDestinationPath: "work")
    try files.createSymbolicLink(atPath: root + "/dev/shm", withDestinationPath: "../work")
    let writable = "size=32m,nr_inodes=4k,mode=1777,nosuid,nodev"
    table.append(Self.line("tmpfs", root + "/work", "tmpfs", writable))
    table.append(Self.line("proc", root + "/proc", "proc", "ro,nosuid,nodev,noexec"))
  }

  private mutating func bind(_ folder: String) throws {
    try makeFolder(folder)
    table.append(Self.line(folder, root + folder, "none", Self.readable))
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(
      atPath: root + path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755]
    )
  }

  /// A line for `mount`, with the spaces in paths escaped.
  static func line(_ source: String, _ target: String, _ type: String, _ options: String) -> String
  {
    let paths = [source, target].map {
      $0.replacing("\\", with: "\\134").replacing(" ", with: "\\040").replacing("\t", with: "\\011")
        .replacing("\n", with: "\\012")
    }
    return (paths + [type, options, "0", "0"]).joined(separator: " ")
  }
}
