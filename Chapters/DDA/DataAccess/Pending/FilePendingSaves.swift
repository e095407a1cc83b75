internal import Foundation
internal import Locking

/// Saves that wait, in a small file beside the database, replaced as a whole by each change and removed
/// with the last of them.
final class FilePendingSaves: PendingSaves {
  /// Who holds it reads and writes.
  private let file: Locked<URL>
  private let path: String

  init(file: URL) {
    self.file = Locked(file)
    path = file.path
  }

  func all() throws(PendingSavesError) -> [PendingSave] {
    try file.withLock { [self] file throws(PendingSavesError) in try read(file) }
  }

  func add(_ save: PendingSave) throws(PendingSavesError) {
    try file.withLock { [self] file throws(PendingSavesError) in
      try write(read(file).filter { $0.id != save.id } + [save], to: file)
    }
  }

  func remove(_ save: PendingSave) throws(PendingSavesError) {
    try file.withLock { [self] file throws(PendingSavesError) in
      let saves = try read(file)
      let rest = saves.filter { $0 != save }
      if rest.count < saves.count { try write(rest, to: file) }
    }
  }

  private func read(_ file: URL) throws(PendingSavesError) -> [PendingSave] {
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

  private func write(_ saves: [PendingSave], to file: URL) throws(PendingSavesError) {
    do {
      guard !saves.isEmpty else { return try FileManager.default.removeItem(at: file) }
      let data = try JSONEncoder().encode(saves.sorted { $0.id < $1.id })
      try data.write(to: file, options: .atomic)
    } catch {
      throw failure(.cannotWrite, error)
    }
  }

  private func failure(_ cause: PendingSavesError.Cause, _ error: any Error) -> PendingSavesError {
    PendingSavesError(cause, path: path, details: error.localizedDescription)
  }
}
