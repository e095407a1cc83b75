import Foundation
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

  /// Writes without syncing, so that many writes have the same file time.
  private func write(_ text: String, renaming: Bool) throws {
    let path = renaming ? scratch.file.path + ".new" : scratch.file.path
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(rawValue: errno) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SystemError(rawValue: errno)
    }
    if renaming, rename(path, scratch.file.path) != 0 { throw SystemError(rawValue: errno) }
  }

  @Test
  func `differs after each of many replacements of one size, two at a time`() throws {
    let (changes, handlers) = detection()
    for _ in 0..<300 {
      // The second file may reuse the inode of the one that the first replaces.
      try write("one", renaming: true)
      try write("two", renaming: true)
      changes.check()
    }
    let revision = handlers.revision
    #expect(revision == 300)
  }

  @Test
  func `shows a change through a hard link in another directory, at the next read`() throws {
    let other = scratch.directory.appending(path: "elsewhere/link.json")
    try FileManager.default.createDirectory(
      at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
    try replace(scratch.file, with: "Ann")
    try FileManager.default.linkItem(at: scratch.file, to: other)
    let provider = FileProvider<String>(url: scratch.file)
    let chain = SynchronizedStorageChain(MemoryProvider<String>(), underlyingProvider: provider)
    var values = [try chain.getValue()]
    try Data("\"Robert\"".utf8).write(to: other)
    values += [try provider.getValue(), try chain.getValue()]
    #expect(values == ["Ann", "Robert", "Robert"])
  }

  @Test
  func `uses few descriptors`() async {
    await #expect(processExitsWith: .success) {
      func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count
      }
      let scratch = try Scratch()
      let files = (0..<50).map { scratch.directory.appending(path: "\($0).json") }
      for file in files { try replace(file, with: "Ann") }
      let before = try descriptors()
      let chains = files.map { file in
        SynchronizedStorageChain(
          MemoryProvider<String>(), underlyingProvider: FileProvider<String>(url: file))
      }
      let values = try chains.map { try $0.getValue() }
      let after = try descriptors()
      #expect(values == Array(repeating: "Ann", count: 50))
      // Each file uses a descriptor, and all files share some.
      #expect(after - before <= 60)
    }
  }
}
