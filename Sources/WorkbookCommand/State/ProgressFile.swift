internal import Foundation
internal import Grading
internal import Subcommands

/// A learner's progress in `.workbook/progress.json`.
///
/// An error of this file is reported and does not stop a command. A file that cannot be decoded is
/// moved aside before a new one replaces it. Several processes may change it at the same time.
struct ProgressFile {
  private let url: URL
  private let folder: URL
  private let complain: @Sendable (String) -> Void

  init(in folder: URL, complain: @escaping @Sendable (String) -> Void) {
    self.folder = folder
    url = folder.appending(path: "progress.json")
    self.complain = complain
  }

  /// The stored progress. Empty if there is none.
  func load() -> LearnerProgress {
    do throws(FileError) {
      if let progress = try stored() { return progress }
      // Under the lock, because another process may move it aside too.
      return try StateLock.hold(in: folder) { () throws(FileError) in try storedOrPutAside() }
    } catch {
      complain("progress cannot be read: \(error)")
      return LearnerProgress()
    }
  }

  /// Reads, changes and writes the progress under the lock.
  func update(_ change: (inout LearnerProgress) -> Void) {
    do throws(FileError) {
      try StateLock.hold(in: folder) { () throws(FileError) in
        var progress = try storedOrPutAside()
        change(&progress)
        try Files.write(Data(JSONText.encode(progress).utf8), to: url)
      }
    } catch {
      complain("progress cannot be saved: \(error)")
    }
  }

  /// Nil for a file that cannot be decoded.
  private func stored() throws(FileError) -> LearnerProgress? {
    guard let data = try Files.readIfPresent(url) else { return LearnerProgress() }
    return try? JSONDecoder().decode(LearnerProgress.self, from: data)
  }

  private func storedOrPutAside() throws(FileError) -> LearnerProgress {
    if let progress = try stored() { return progress }
    let free = (1...).lazy.map { folder.appending(path: "progress-unreadable-\($0).json") }
      .first { !FileManager.default.fileExists(atPath: $0.path) }
    guard let place = free else { return LearnerProgress() }
    do {
      try FileManager.default.moveItem(at: url, to: place)
      complain(
        "\(url.path) cannot be parsed; it was renamed to \(place.lastPathComponent), and "
          + "progress starts from zero")
    } catch {
      complain("\(url.path) cannot be parsed or renamed: \(error.localizedDescription)")
    }
    return LearnerProgress()
  }
}
