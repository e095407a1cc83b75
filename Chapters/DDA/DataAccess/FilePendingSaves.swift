internal import Foundation

/// Pending saves in a small file, which each change replaces as a whole and the removal of the last save
/// deletes.
///
/// All threads and processes may share the file: each operation locks its folder (`flock`) meanwhile.
struct FilePendingSaves: PendingSaves {
  let file: URL

  func all() throws(PendingSavesError) -> [PendingSave] {
    try withFolderLock(.cannotRead) { () throws(PendingSavesError) in try read() }
  }

  func add(_ save: PendingSave) throws(PendingSavesError) {
    try withFolderLock(.cannotWrite) { () throws(PendingSavesError) in
      let saves = try read()
      if !saves.contains(save) { try write(saves.filter { $0.id != save.id } + [save]) }
    }
  }

  func remove(_ save: PendingSave) throws(PendingSavesError) {
    try withFolderLock(.cannotWrite) { () throws(PendingSavesError) in
      let saves = try read()
      let rest = saves.filter { $0 != save }
      if rest.count < saves.count { try write(rest) }
    }
  }

  private func read() throws(PendingSavesError) -> [PendingSave] {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return []
    } catch {
      throw failure(.cannotRead, error)
    }
    do { return try JSONDecoder().decode([PendingSave].self, from: data) } catch {
      throw failure(.corrupt, error)
    }
  }

  private func write(_ saves: [PendingSave]) throws(PendingSavesError) {
    do {
      guard !saves.isEmpty else { return try FileManager.default.removeItem(at: file) }
      let data = try JSONEncoder().encode(saves.sorted { $0.id < $1.id })
      try data.write(to: file, options: .atomic)
    } catch {
      throw failure(.cannotWrite, error)
    }
  }

  /// The folder is locked and not the file, because each change replaces the file.
  private func withFolderLock<Result>(
    _ cause: PendingSavesError.Cause, _ body: () throws(PendingSavesError) -> Result
  ) throws(PendingSavesError) -> Result {
    guard !file.path(percentEncoded: false).utf8.contains(0) else {
      throw PendingSavesError(
        cause, path: file.path, details: "A path cannot contain a NUL character.")
    }
    let folder = open(file.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else {
      // The operation itself reports a missing folder; in any other it would run without the lock.
      guard errno != ENOENT else { return try body() }
      throw PendingSavesError(cause, path: file.path, details: String(cString: strerror(errno)))
    }
    defer { close(folder) }
    while flock(folder, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }

  private func failure(_ cause: PendingSavesError.Cause, _ error: any Error) -> PendingSavesError {
    PendingSavesError(cause, path: file.path, details: error.localizedDescription)
  }
}
