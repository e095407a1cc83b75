internal import Foundation

/// What a process that was killed while it wrote leaves beside the file: `.dat.nosync2a.7`, with the process's
/// number in base 16, as Foundation names its own.
enum Leftovers {
  private static let prefix = ".dat.nosync"

  static func name(number: Int) -> String {
    "\(prefix)\(String(getpid(), radix: 16)).\(number)"
  }

  /// Removes those whose process is gone; a file that a living process is writing stays.
  static func clear(beside path: String) {
    let (directory, _) = path.splitPath
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).prefix { $0 != "." }
      guard let process = Int32(number, radix: 16), process > 0 else { continue }
      if kill(process, 0) != 0, errno == ESRCH { unlink(directory.appendingPath(name)) }
    }
  }
}
