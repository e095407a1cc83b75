import Foundation

/// A file per key in one folder, replaced atomically.
struct FolderStorage: KeyValueStorage {
  let folder: URL

  func data(forKey key: String) throws -> Data? {
    do {
      return try Data(contentsOf: file(forKey: key))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  func set(_ data: Data, forKey key: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: file(forKey: key), options: .atomic)
  }

  private func file(forKey key: String) -> URL { folder.appending(path: "\(key).json") }
}
