import Foundation
import LayeredStorage
import Workbook

extension Page {
  static let badFiles = Page(
    "bad-files", "Files that are missing, damaged or out of reach"
  ) { transcript in
    let scratch = try ScratchFolder()
    let missing = scratch.url.appending(path: "missing.json")
    let corrupt = scratch.url.appending(path: "corrupt.json")
    try Data("{\"id\":".utf8).write(to: corrupt)

    result(in: transcript, "missing file") {
      "\(try FileProvider<Student>(url: missing).getValue())"
    }
    result(in: transcript, "corrupt file") {
      "\(try FileProvider<Student>(url: corrupt).getValue())"
    }
    result(in: transcript, "path below a file") {
      "\(try FileProvider<Student>(url: corrupt.appending(path: "student.json")).setValue(.ann))"
    }
    let newFile = scratch.url.appending(path: "new/directory/student.json")
    let provider = FileProvider<Student?>(url: newFile)
    let exists = { (file: URL) in file.exists ? "file exists" : "no file" }
    try transcript.call("set in a missing directory", of: "FileProvider", returning: exists) {
      try provider.setValue(.ann)
      return newFile
    }
    transcript.line("set in a missing directory, file exists \(newFile.exists)")
    try transcript.call("set nil", of: "FileProvider", returning: exists) {
      try provider.setValue(nil)
      return newFile
    }
    transcript.line("set nil -> file exists \(newFile.exists)")

    for (name, file) in [("missing file", missing), ("corrupt file", corrupt)] {
      let student = transcript.call(name, of: "as written", returning: { $0 }) {
        AsWritten.FirstAttempt.Foo(filePath: file.filePath).currentStudent?.name ?? "nil"
      }
      transcript.line("as written: \(name) -> \(student)")
    }
    let lost = scratch.url.appending(path: "other/directory/student.json")
    transcript.call("set in a missing directory", of: "as written", returning: exists) {
      AsWritten.FirstAttempt.Foo(filePath: lost.filePath).currentStudent = .ann
      return lost
    }
    transcript.line("as written: set in a missing directory, file exists \(lost.exists)")
    let ending = try transcript.run(.missingFile, [missing.filePath])
    transcript.line("as written: try!: child ended \(ending.manner)")
  }

  private static func result(
    in transcript: Transcript, _ name: String, _ body: () throws -> String
  ) {
    do {
      let value = try transcript.call(name, of: "FileProvider", failing: \.briefly, body)
      transcript.line("\(name) -> \(value)")
    } catch {
      transcript.line("\(name) -> error: \(error.briefly)")
    }
  }
}
