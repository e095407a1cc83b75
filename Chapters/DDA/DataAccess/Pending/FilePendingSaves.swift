internal import Concurrency
internal import Foundation

/// Saves that wait, in a small file beside the database, replaced as a whole by each change and removed
/// with the last of them.
struct FilePendingSaves: PendingSaves {
  let file: URL

  /// Who holds it reads and writes, whichever the file is: so any number of these may be for one file.
  private static let turn = Locked(FileManager.default)

  func all() throws(PendingSavesError) -> [PendingSave] {
    try Self.turn.withLock { _ throws(PendingSavesError) in try read() }
  }

  func add(_ save: PendingSave) throws(PendingSavesError) {
    try Self.turn.withLock { files throws(PendingSavesError) in
      let saves = try read()
      if !saves.contains(save) {
        try write(saves.filter { $0.id != save.id } + [save], with: files)
      }
    }
  }

  func remove(_ save: PendingSave) throws(PendingSavesError) {
    try Self.turn.withLock { files throws(PendingSavesError) in
      let saves = try read()
      let rest = saves.filter { $0 != save }
      if rest.count < saves.count { try write(rest, with: files) }
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

  private func write(_ saves: [PendingSave], with files: FileManager) throws(PendingSavesError) {
    do {
      guard !saves.isEmpty else { return try files.removeItem(at: file) }
      let data = try JSONEncoder().encode(saves.sorted { $0.id < $1.id })
      try data.write(to: file, options: .atomic)
    } catch {
      throw failure(.cannotWrite, error)
    }
  }

  private func failure(_ cause: PendingSavesError.Cause, _ error: any Error) -> PendingSavesError {
    PendingSavesError(cause, path: file.path, details: error.localizedDescription)
  }
}
