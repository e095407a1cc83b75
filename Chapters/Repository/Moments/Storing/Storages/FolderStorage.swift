import Foundation

/// A file per key in one folder, replaced atomically.
struct FolderStorage: KeyValueStorage {
  /// A folder or key with a NUL, at which the system would stop reading the file's name.
  struct InvalidName: Error, Equatable, CustomStringConvertible, LocalizedError {
    let path: String

    var description: String {
      "\(path.debugDescription) contains a NUL, so it cannot be the name of a file; use another name"
    }

    var errorDescription: String? { description }
  }

  let folder: URL

  func data(forKey key: String) throws -> Data? {
    do {
      return try Data(contentsOf: file(forKey: key))
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  func set(_ data: Data, forKey key: String) throws {
    let file = try file(forKey: key)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: file, options: .atomic)
  }

  private func file(forKey key: String) throws(InvalidName) -> URL {
    let file = folder.appending(path: "\(key).json")
    let path = file.path(percentEncoded: false)
    guard !path.utf8.contains(0) else { throw InvalidName(path: path) }
    return file
  }
}
