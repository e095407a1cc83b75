import Exercising
import Foundation

/// A student in a file. A reader of the file finds the old student or the new one, never a part.
final class FileProvider: FileProviderRequirements {
  private let url: URL

  init(url: URL) {
    self.url = url
  }

  func get() throws(StudentFileError) -> Student? {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    } catch {
      throw .cannotRead
    }
    do { return try JSONDecoder().decode(Student.self, from: data) } catch { throw .notAStudent }
  }

  func set(_ student: Student?) throws(StudentFileError) {
    guard let student else { return try remove() }
    let data: Data
    do { data = try JSONEncoder().encode(student) } catch { throw .cannotEncode }
    do {
      let folder = url.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    } catch { throw .cannotWrite }
  }

  private func remove() throws(StudentFileError) {
    // Removes only a file. `removeItem` would also remove a folder with its contents.
    guard unlink(url.path) == 0 || errno == ENOENT else { throw .cannotWrite }
  }
}
