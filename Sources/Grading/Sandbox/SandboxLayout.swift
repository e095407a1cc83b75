internal import Foundation

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
