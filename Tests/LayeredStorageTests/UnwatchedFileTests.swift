import Concurrency
import Foundation
import TestSupport
import Testing

@testable import LayeredStorage

@Suite(.serialized)
struct `A file that cannot be watched`: ~Copyable {
  let scratch: Scratch
  let bell = Bell()
  let isRefused = Locked(true)
  init() throws { scratch = try Scratch() }

  /// A provider whose watches fail while `isRefused` is `true`.
  private func provider() -> FileProvider<String?> {
    FileProvider(url: scratch.file) { [isRefused] directory, receive throws(SystemError) in
      if isRefused.withLock({ $0 }) { throw .diskFull }
      return try DirectoryWatch.start(directory, receive)
    }
  }

  @Test
  func `is compared at each read of a chain, and read when it differs`() throws {
    let provider = provider()
    let chain = memoryChain(over: provider)
    let registration = chain.valueBeModifiedHandlers.add { [bell] in bell.ring() }
    var values = [try chain.getValue()]
    for name in ["Ann", "Bob"] {
      try replace(scratch.file, with: name)
      values += [try chain.getValue(), try chain.getValue(), try chain.getValue()]
    }
    try FileManager.default.removeItem(at: scratch.file)
    values.append(try chain.getValue())
    registration.end()
    #expect(values == [nil, "Ann", "Ann", "Ann", "Bob", "Bob", "Bob", nil])
    #expect(provider.fileReadCount == 4)
    #expect(bell.count == 3)
  }

  @Test
  func `is read once for a handler and a caller that read`() throws {
    let provider = provider()
    let chain = memoryChain(over: provider)
    _ = try chain.getValue()
    let history = Recorder<String>()
    let registration = chain.valueBeModifiedHandlers.add { [weak chain] in
      history.record((try? chain?.getValue() ?? "nothing") ?? "nil")
    }
    try replace(scratch.file, with: "Ann")
    let value = try chain.getValue()
    registration.end()
    #expect(value == "Ann")
    #expect(history.entries == ["Ann"])
    #expect(provider.fileReadCount == 2)
  }

  @Test
  func `is not read after the chain's own writes`() throws {
    let provider = provider()
    let chain = memoryChain(over: provider)
    chain.valueBeModifiedHandler = { [bell] _ in bell.ring() }
    for name in ["Ann", nil, "Bob"] {
      try chain.setValue(name)
      _ = try chain.getValue()
    }
    #expect(try chain.getValue() == "Bob")
    #expect(provider.fileReadCount == 0)
    #expect(bell.count == 0)
  }

  @Test
  func `is compared by chains over chains, and by two that share it`() throws {
    let provider = provider()
    let chains = (0..<2).map { _ in memoryChain(over: memoryChain(over: provider)) }
    let main = SynchronizedStorageChain(
      provider, underlyingProvider: MemoryProvider<String?>("old"))
    let over = memoryChain(over: main)
    _ = try chains.map { try $0.getValue() }
    var values: [String?] = []
    for name in ["Ann", "Bob"] {
      try replace(scratch.file, with: name)
      values += try chains.map { try $0.getValue() }
      values.append(try over.getValue())
    }
    #expect(values == ["Ann", "Ann", "Ann", "Bob", "Bob", "Bob"])
  }

  @Test
  func `reports the reason until it can be watched again`() throws {
    let provider = provider()
    let chain = memoryChain(over: provider)
    let first = provider.watchFailure
    let registration = chain.valueBeModifiedHandlers.add { [bell] in bell.ring() }
    try chain.setValue("Ann")
    isRefused.withLock { $0 = false }
    // The file changes between the last comparison and the new watch.
    try replace(scratch.file, with: "Bob")
    let value = try chain.getValue()
    let second = provider.watchFailure
    let rings = bell.count
    for _ in 0..<rings { _ = bell.wait() }
    try replace(scratch.file, with: "Cid")
    #expect(bell.wait())
    let last = try chain.getValue()
    let reads = provider.fileReadCount
    _ = try chain.getValue()
    registration.end()
    #expect(first?.cause == .cannotWatch(.diskFull))
    #expect(first?.description.contains(scratch.file.path) == true)
    #expect(second == nil)
    #expect([value, last] == ["Bob", "Cid"])
    #expect(rings == 2)
    #expect(provider.fileReadCount == reads)
  }

  @Test(.exitTest)
  func `results from a replaced directory on its path`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      let (way, secret) = (scratch.directory.appending(path: "way"), mode_t(0o311))
      let file = way.appending(path: "value.json")
      let manager = FileManager.default
      try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: scratch.directory.path)
      if geteuid() == 0 { _ = seteuid(65534) }
      try manager.createDirectory(at: way, withIntermediateDirectories: true)
      try replace(file, with: "Ann")
      let provider = FileProvider<String?>(url: file)
      let chain = memoryChain(over: provider)
      var values = [try chain.getValue()]
      var failures = [provider.watchFailure?.cause]
      #expect(rename(way.path, way.path + ".old") == 0)
      // Created without read permission, so that the directory is never watchable.
      #expect(mkdir(way.path, secret) == 0)
      // A read compares the file and finds that it can no longer be watched.
      values.append(try provider.getValue())
      failures.append(provider.watchFailure?.cause)
      for name in ["Bob", "Cid"] {
        let new = scratch.directory.appending(path: name)
        try replace(new, with: name)
        #expect(rename(new.path, file.path) == 0)
        values.append(try chain.getValue())
      }
      #expect(values == ["Ann", nil, "Bob", "Cid"])
      #expect(failures == [nil, .cannotWatch(.noPermission)])
      // The original user removes the temporary directory.
      if getuid() == 0 { _ = seteuid(0) }
    }
  }

  @Test(.exitTest)
  func `does not result from an unlistable parent directory`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      let way = scratch.directory.appending(path: "way/inner")
      let file = way.appending(path: "value.json")
      let manager = FileManager.default
      try manager.createDirectory(at: way, withIntermediateDirectories: true)
      try replace(file, with: "Ann")
      for (path, permissions) in [(scratch.directory.path, 0o311), (way.path, 0o777)] {
        try manager.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
      }
      if geteuid() == 0 { _ = seteuid(65534) }
      let bell = Bell()
      let provider = FileProvider<String?>(url: file)
      let registration = provider.valueBeModifiedHandlers.add { bell.ring() }
      let failure = provider.watchFailure
      try provider.setValue("Bob")
      #expect(bell.wait())
      registration.end()
      if getuid() == 0 { _ = seteuid(0) }
      #expect(failure == nil)
    }
  }
}
