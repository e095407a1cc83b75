internal import Foundation

/// The file events at a path, in order, since the creation of this object.
///
/// Linux reports each event, so even a short time without a complete file is found. macOS reports
/// only that something has changed, so nothing is found there.
final class PathHistory {
  #if os(Linux)
    private let url: URL
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(O_NONBLOCK))

    /// - Parameter url: The path. Its folder exists.
    init(_ url: URL) {
      self.url = url
      let mask = UInt32(IN_MODIFY | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE)
      _ = inotify_add_watch(descriptor, url.deletingLastPathComponent().path, mask)
    }

    deinit { close(descriptor) }

    /// The states of the path other than the old and the new file: `no file`, `a part of a file`.
    /// A learner's program that closes the descriptor, or causes more events than the system keeps,
    /// has `an event that was not reported`.
    ///
    /// The new file arrived by a rename, so it was complete unless it was written at this path.
    func gaps() -> [String] {
      // The removal of this file has to be the last event.
      let last = url.deletingLastPathComponent().appending(path: "scene-\(UUID().uuidString)")
      try? Data().write(to: last)
      try? FileManager.default.removeItem(at: last)
      let events = events()
      let wasReported = events.contains { $0.name == last.lastPathComponent }
      var (isReplaced, isMissing, isPartial) = (false, false, false)
      for (_, mask) in events.filter({ $0.name == url.lastPathComponent }) {
        if mask & UInt32(IN_MOVED_TO) != 0 { isReplaced = true }
        // A file that leaves after another one has arrived was exchanged with it.
        if mask & UInt32(IN_MOVED_FROM | IN_DELETE) != 0, !isReplaced { isMissing = true }
        if mask & UInt32(IN_MODIFY) != 0 { isPartial = true }
      }
      return (isMissing ? ["no file"] : []) + (isPartial ? ["a part of a file"] : [])
        + (wasReported ? [] : ["an event that was not reported"])
    }

    /// The names and the kinds of the events in the folder.
    private func events() -> [(name: String, mask: UInt32)] {
      var events: [(name: String, mask: UInt32)] = []
      var bytes = [UInt8](repeating: 0, count: 16 * 1024)
      while case let count = read(descriptor, &bytes, bytes.count), count > 0 {
        var rest = bytes.prefix(count)
        // Watch descriptor, kind, cookie and length of four bytes each, and a name of that length.
        while rest.count >= 16 {
          let words = rest.withUnsafeBytes { header in
            (0..<4).map { header.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
          }
          let name = rest.dropFirst(16).prefix(Int(words[3])).prefix { $0 != 0 }
          events.append((String(decoding: name, as: UTF8.self), words[1]))
          rest = rest.dropFirst(16 + Int(words[3]))
        }
      }
      return events
    }
  #else
    init(_ url: URL) {}

    func gaps() -> [String] { [] }
  #endif
}
