import Foundation
import Workbook

/// A student in a file, which is replaced by a complete one at each write.
struct StudentFile {
  enum Failure: String, Error, LocalizedError {
    case missing = "There is no file."
    case unreadable = "The file cannot be read."
    case notAStudent = "The file does not hold a student."

    var errorDescription: String? { rawValue }
  }

  let url: URL

  func read() throws(Failure) -> Student {
    guard FileManager.default.fileExists(atPath: url.filePath) else { throw .missing }
    guard let data = try? Data(contentsOf: url) else { throw .unreadable }
    guard let student = try? JSONDecoder().decode(Student.self, from: data) else {
      throw .notAStudent
    }
    return student
  }

  func write(_ student: Student) throws {
    let complete = url.appendingPathExtension("new")
    try JSONEncoder().encode(student).write(to: complete)
    guard rename(complete.filePath, url.filePath) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }
}

extension Page {
  static let studentFile = Page(
    "student-file", "Three files without a student, and two readers"
  ) { transcript in
    let scratch = try ScratchFolder()
    let half = scratch.url.appending(path: "half.json")
    try Data("{\"id\":".utf8).write(to: half)
    for url in [scratch.file, scratch.url, half] {
      do {
        transcript.line("read \(try StudentFile(url: url).read())")
      } catch {
        transcript.line("error: \(error)")
      }
    }

    try JSONEncoder().encode(Student.ann).write(to: scratch.file)
    let first = try FileHandle(forReadingFrom: scratch.file)
    try JSONEncoder().encode(Student.bob).write(to: scratch.file)
    let second = try FileHandle(forReadingFrom: scratch.file)
    try StudentFile(url: scratch.file).write(.cid)
    for (name, reader) in [("first", first), ("second", second)] {
      let data = try reader.readToEnd() ?? Data()
      transcript.line("\(name) reads \(try JSONDecoder().decode(Student.self, from: data))")
    }
  }
}
