import BuiltPrograms
import Foundation
import Testing

@testable import WorkbookCommand

@Suite(.serialized)
struct `The program`: ~Copyable {
  let workshop: Workshop
  let program = BuiltProgram("workbook")

  init() throws { workshop = try Workshop() }

  @Test
  func `ends quietly when nobody reads, and with status 74 when nothing can be written`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let unread = try program.run(["--help"], output: pipe.fileHandleForWriting)
    #expect(unread.errors == "")
    #expect(unread.status == 0)
    #if os(Linux)
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let unwritten = try program.run(["--help"], output: full)
      #expect(
        unwritten.errors
          == "workbook: standard output cannot be written: No space left on device\n")
      #expect(unwritten.status == 74)
    #endif
  }

  @Test
  func `watches until it is interrupted, and has nothing to regret`() throws {
    let process = program.process([
      "watch", "PublishSubject", "--package-path", workshop.folder.url.path,
    ])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let untouched = output.lines(through: "Watching PublishSubject; Ctrl-C ends it.")
    try workshop.file.write("nothing that compiles")
    let saved = output.lines(through: "Watching PublishSubject; Ctrl-C ends it.")
    process.interrupt()
    process.waitUntilExit()
    #expect(untouched.first?.hasPrefix("PublishSubject: TODO, 0 of 6 points") == true)
    #expect(saved.contains("PublishSubject: saved, checking"))
    #expect(saved.contains { $0.hasPrefix("PublishSubject: BUILD, 0 of 6 points") })
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }
}

extension Pipe {
  /// Reads up to and with a line; what comes after it stays in the pipe.
  func lines(through last: String) -> [String] {
    var lines: [String] = []
    var bytes: [UInt8] = []
    while lines.last != last, let byte = try? fileHandleForReading.read(upToCount: 1)?.first {
      if byte == UInt8(ascii: "\n") {
        lines.append(String(decoding: bytes, as: UTF8.self))
        bytes = []
      } else {
        bytes.append(byte)
      }
    }
    return lines
  }
}
