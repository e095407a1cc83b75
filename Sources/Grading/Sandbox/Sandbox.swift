internal import Foundation

/// Namespaces for a program: its own files, processes and network.
///
/// The root is a folder of empty folders, on which the system's and the toolchain's libraries and the program's folder are
/// mounted read-only, and a small writable file system in memory. The package, the users' folders and all devices but five
/// do not exist in it.
struct Sandbox: Sendable {
  /// How the grader creates namespaces.
  enum Entry: Sendable, CaseIterable {
    /// As root, whose rights are dropped before the program starts.
    case root
    /// As an ordinary user, in a user namespace.
    case user
  }

  private let entry: Entry
  private let workspace: Workspace
  private let root: URL
  /// Lines of a mount table, without the program's folder.
  private let table: [String]

  /// - Parameters:
  ///   - entry: How the grader creates namespaces.
  ///   - libraries: Folders that programs need in addition to the system's.
  ///   - hidden: A folder that must be invisible, wherever it is.
  ///   - workspace: The workspace for the root.
  /// - Throws: ``GradingError`` if the folders cannot be created.
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

  /// The command that starts a program in the sandbox.
  ///
  /// - Parameters:
  ///   - words: The program's path in the sandbox, and its arguments.
  ///   - programs: The folder that is mounted as `/program`.
  ///   - folder: The folder for the mount table.
  ///   - limits: The limits of the program.
  /// - Returns: The command, without an input.
  /// - Throws: ``GradingError`` if the mount table cannot be written.
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
      arguments: namespaces + enter + droppingRights(limits) + words, environment: environment)
  }

  private static let endsWithParent = ["setpriv", "--pdeathsig", "KILL"]

  private var namespaces: [String] {
    let user = entry == .user ? ["--user", "--map-root-user"] : []
    let others = ["--pid", "--fork", "--kill-child", "--net", "--ipc", "--uts", "--mount"]
    return Self.endsWithParent + ["unshare"] + user + others
  }

  private func droppingRights(_ limits: Limits) -> [String] {
    let rights = ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
    guard entry == .root else { return Self.endsWithParent + rights }
    // A random user from a reserved range, so that processes of other runs do not count for the limit.
    let user = Int.random(in: 61_184...65_519)
    let identity = ["--reuid=\(user)", "--regid=\(user)", "--clear-groups"]
    return ["prlimit", "--nproc=\(limits.processes)"] + Self.endsWithParent + rights + identity
  }

  /// Mounts, detaches the old root, sets limits, and executes the program.
  private static let script = """
    { mount -a -T "$1" && cd "$2" && pivot_root . old && umount -l /old && cd /work &&
      eval "$3" && shift 3; } || exit 97
    exec "$@"
    """
}

/// The empty folders of a sandbox, and what is mounted on each.
struct SandboxLayout {
  private let root: String
  /// Lines of a mount table, in the order in which they are mounted.
  private(set) var table: [String] = []

  init(root: String) {
    self.root = root
  }

  /// The options of a read-only mount, without set-user-id programs and devices.
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

  /// A line of a mount table, with the spaces in paths escaped.
  static func line(_ source: String, _ target: String, _ type: String, _ options: String) -> String
  {
    let paths = [source, target].map {
      $0.replacing("\\", with: "\\134").replacing(" ", with: "\\040").replacing("\t", with: "\\011")
        .replacing("\n", with: "\\012")
    }
    return (paths + [type, options, "0", "0"]).joined(separator: " ")
  }
}
