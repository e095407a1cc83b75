import Foundation
import TestSupport
import Testing

@testable import LayeredStorage

@Suite(.serialized)
struct `A file's fingerprint`: ~Copyable {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  /// Detection that ignores events, so that only a comparison finds a change.
  private func detection() -> (changes: ChangeDetection, handlers: ChangeHandlers) {
    let handlers = ChangeHandlers()
    let changes = ChangeDetection(of: scratch.file.path, for: handlers) {
      (directory, _) throws(SystemError) in
      try DirectoryWatch.start(directory) { _ in }
    }
    changes.start()
    return (changes, handlers)
  }

  /// Replaces the file without syncing, so that many writes have the same file time.
  private func replaceFile(with text: String) throws {
    let path = scratch.file.path + ".new"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(rawValue: errno) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SystemError(rawValue: errno)
    }
    if rename(path, scratch.file.path) != 0 { throw SystemError(rawValue: errno) }
  }

  @Test
  func `differs after each of many replacements of one size, two at a time`() throws {
    let (changes, handlers) = detection()
    for _ in 0..<100 {
      // The second file may reuse the inode of the one that the first replaces.
      try replaceFile(with: "one")
      try replaceFile(with: "two")
      changes.check()
    }
    #expect(handlers.revision == 100)
  }

  // Two ordinary ones, and those of damaged files, which not every file system stores.
  @Test(arguments: [1_768_521_600, 1_767_916_800, .min, -62_167_219_200, 253_402_300_800, Int.max])
  func `has any time of a change`(seconds: Int) {
    var status = stat()
    #if canImport(Darwin)
      status.st_mtimespec.tv_sec = seconds
    #else
      status.st_mtim.tv_sec = seconds
    #endif
    let fingerprint = FileFingerprint(status)
    #expect(fingerprint.modified == Date(timeIntervalSince1970: Double(seconds)))
    #expect(fingerprint != FileFingerprint(stat()))
  }

  @Test
  func `shows a change through a hard link in another directory, at the next read`() throws {
    let other = scratch.directory.appending(path: "elsewhere/link.json")
    try FileManager.default.createDirectory(
      at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
    try replace(scratch.file, with: "Ann")
    try FileManager.default.linkItem(at: scratch.file, to: other)
    let provider = FileProvider<String>(url: scratch.file)
    let chain = memoryChain(over: provider)
    var values = [try chain.getValue()]
    try Data("\"Robert\"".utf8).write(to: other)
    values += [try provider.getValue(), try chain.getValue()]
    #expect(values == ["Ann", "Robert", "Robert"])
  }

  @Test
  func `distinguishes an own write from another writer's that follows at once`() throws {
    let other = scratch.directory.appending(path: "elsewhere/other.json")
    try FileManager.default.createDirectory(
      at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
    try replace(other, with: "Bob")
    let path = scratch.file.path
    let handlers = ChangeHandlers()
    let changes = ChangeDetection(of: path, for: handlers, watching: DirectoryWatch.start)
    changes.start()
    var reported: [Int] = []
    func revision() -> Int { handlers.revision }
    try changes.write { path throws(SystemError) in
      try File.replace(path, with: Data("\"Ann\"".utf8))
    }
    reported.append(revision())
    try changes.write { path throws(SystemError) in
      let own = try File.replace(path, with: Data("\"Ann\"".utf8))
      // Another writer replaces the file before this write ends.
      guard rename(other.path, path) == 0 else { throw SystemError(rawValue: errno) }
      return own
    }
    reported.append(revision())
    try changes.write { path throws(SystemError) in
      try File.remove(path)
      return FileFingerprint()
    }
    reported.append(revision())
    #expect(reported == [0, 1, 1])
  }

  @Test(.exitTest)
  func `uses few descriptors`() async {
    await #expect(processExitsWith: .success) {
      func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
      }
      let scratch = try Scratch()
      let files = (0..<50).map { scratch.directory.appending(path: "\($0).json") }
      for file in files { try replace(file, with: "Ann") }
      let before = try descriptors()
      let chains = files.map { memoryChain(over: FileProvider<String>(url: $0)) }
      let values = try chains.map { try $0.getValue() }
      let after = try descriptors()
      #expect(values == Array(repeating: "Ann", count: 50))
      // Each file uses a descriptor, and all files share some.
      #expect(after - before <= 60)
    }
  }
}

/// Readers can see the intermediate states of a file that is written in place.
@Suite(.serialized)
struct `A file that is written in place`: ~Copyable {
  let scratch: Scratch
  let bell = Bell()
  init() throws { scratch = try Scratch() }

  @Test
  func `reports an error while half written, keeps the memory, and recovers at the next event`()
    throws
  {
    let (file, bell) = (scratch.file, bell)
    let memory = MemoryProvider<String>()
    let chain = SynchronizedStorageChain(
      memory, underlyingProvider: FileProvider<String>(url: file))
    try chain.setValue("Ann")
    let registration = chain.valueBeModifiedHandlers.add { bell.ring() }
    let writer = try FileHandle(forWritingTo: file)
    try writer.truncate(atOffset: 0)
    try writer.write(contentsOf: Data("\"Bo".utf8))
    #expect(bell.wait())
    let errors = (0..<2).map { _ in
      #expect(throws: FileProviderError.self) { try chain.getValue() }
    }
    let kept = try memory.getValue()
    let rings = bell.count
    try writer.write(contentsOf: Data("b\"".utf8))
    while bell.count == rings, bell.wait() {}
    // The writer stays open, as in a program that keeps its files open.
    let value = try chain.getValue()
    try writer.close()
    let last = try chain.getValue()
    registration.end()
    #expect(errors.map { $0?.cause.description } == ["not a string", "not a string"])
    #expect([kept, value, last] == ["Ann", "Bob", "Bob"])
  }

  @Test
  func `may be read as another value while half written, until the next event`() throws {
    let (file, bell) = (scratch.file, bell)
    let chain = memoryChain(over: FileProvider<Int>(url: file))
    try chain.setValue(7)
    let registration = chain.valueBeModifiedHandlers.add { bell.ring() }
    let writer = try FileHandle(forWritingTo: file)
    var values: [Int] = []
    for digits in ["12", "34"] {
      try writer.write(contentsOf: Data(digits.utf8))
      var value = values.last ?? 7
      while value == values.last ?? 7, bell.wait() { value = try chain.getValue() }
      values.append(value)
    }
    try writer.close()
    registration.end()
    #expect(values == [12, 1234])
  }

  @Test
  func `can be replaced while half written`() throws {
    let chain = memoryChain(over: FileProvider<String>(url: scratch.file))
    try chain.setValue("Ann")
    try Data("\"Bo".utf8).write(to: scratch.file)
    try chain.setValue("Cid")
    let value = try chain.getValue()
    let stored = try FileProvider<String>(url: scratch.file).getValue()
    #expect([value, stored] == ["Cid", "Cid"])
  }
}
