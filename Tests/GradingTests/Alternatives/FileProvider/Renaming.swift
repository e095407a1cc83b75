import Exercising
import Foundation

/// Writes beside the path and renames, by system calls.
final class FileProvider: FileProviderRequirements {
  private let path: String

  init(url: URL) {
    path = url.path
  }

  func get() throws(StudentFileError) -> Student? {
    guard let file = fopen(path, "r") else {
      if errno == ENOENT { return nil }
      throw .cannotRead
    }
    defer { fclose(file) }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 512)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if ferror(file) != 0 { throw .cannotRead }
      if count == 0 { break }
      data.append(contentsOf: buffer[..<count])
    }
    guard let student = try? JSONDecoder().decode(Student.self, from: data) else {
      throw .notAStudent
    }
    return student
  }

  func set(_ student: Student?) throws(StudentFileError) {
    guard let student else {
      if unlink(path) != 0, errno != ENOENT { throw .cannotWrite }
      return
    }
    guard let data = try? JSONEncoder().encode(student) else { throw .cannotEncode }
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let draft = path + ".draft"
    guard FileManager.default.createFile(atPath: draft, contents: data),
      rename(draft, path) == 0
    else {
      unlink(draft)
      throw .cannotWrite
    }
  }
}
