import Foundation
import TestSupport
import Testing

/// Reads and writes a name, and passes on the system's errors.
private struct PlainFile {
  let url: URL

  func read() throws -> String {
    try JSONDecoder().decode(String.self, from: Data(contentsOf: url))
  }

  func write(_ name: String) throws {
    try JSONEncoder().encode(name).write(to: url)
  }
}

/// Distinguishes what can go wrong with a read.
private struct NamedFile {
  enum Failure: Error {
    case missing, unreadable, noName
  }

  let url: URL

  func read() throws(Failure) -> String {
    guard FileManager.default.fileExists(atPath: url.path) else { throw .missing }
    guard let data = try? Data(contentsOf: url) else { throw .unreadable }
    guard let name = try? JSONDecoder().decode(String.self, from: data) else { throw .noName }
    return name
  }
}

/// Replaces a file by a complete one.
private struct ReplacedFile {
  let url: URL

  func write(_ name: String) throws {
    let complete = url.appendingPathExtension("new")
    try JSONEncoder().encode(name).write(to: complete)
    guard rename(complete.path, url.path) == 0 else {
      let code = errno
      try? FileManager.default.removeItem(at: complete)
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
    }
  }
}

struct `A file in steps`: ~Copyable {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder("file")
    url = folder.file("name.json")
  }

  @Test
  func `begins with whatever error the system throws`() throws {
    let file = PlainFile(url: url)
    let missing = #expect(throws: CocoaError.self) { try file.read() }
    #expect(missing?.code == .fileReadNoSuchFile)
    try file.write("Ann")
    let name = try file.read()
    #expect(name == "Ann")
  }

  @Test
  func `distinguishes a missing file, a folder, and half a name`() throws {
    var failures: [NamedFile.Failure?] = []
    let file = NamedFile(url: url)
    failures.append(#expect(throws: NamedFile.Failure.self) { try file.read() })
    failures.append(
      #expect(throws: NamedFile.Failure.self) { try NamedFile(url: folder.url).read() })
    try Data("\"An".utf8).write(to: url)
    failures.append(#expect(throws: NamedFile.Failure.self) { try file.read() })
    #expect(failures == [.missing, .unreadable, .noName])
  }

  @Test
  func `is replaced, so that an open reader keeps the former one`() throws {
    try PlainFile(url: url).write("Ann")
    let first = try FileHandle(forReadingFrom: url)
    try PlainFile(url: url).write("Bob")
    let second = try FileHandle(forReadingFrom: url)
    try ReplacedFile(url: url).write("Cid")
    let names = try [first, second].map { reader in
      try JSONDecoder().decode(String.self, from: reader.readToEnd() ?? Data())
    }
    #expect(names == ["Bob", "Bob"])
    #expect(try PlainFile(url: url).read() == "Cid")
  }
}
