import Foundation
import LayeredStorage
import Testing

@Suite(.serialized)
struct `A watched file`: ~Copyable {
  let scratch: Scratch
  let bell = Bell()
  init() throws { scratch = try Scratch() }

  private func watched(_ file: URL) -> (
    provider: FileProvider<String?>, registration: ChangeRegistration
  ) {
    let provider = FileProvider<String?>(url: file)
    return (provider, provider.valueBeModifiedHandlers.add { [bell] in bell.ring() })
  }

  @Test
  func `is detected when other processes create, replace, rewrite, move and remove it`() throws {
    let (provider, registration) = watched(scratch.file)
    let (file, other) = (scratch.file, scratch.directory.appending(path: "other.json"))
    let manager = FileManager.default
    let changes: [() throws -> Void] = [
      { try replace(file, with: "made") },
      {
        try replace(other, with: "renamed")
        #expect(rename(other.path, file.path) == 0)
      },
      { try Data("\"rewritten\"".utf8).write(to: file) },
      { try manager.moveItem(at: file, to: other) },
      { try manager.moveItem(at: other, to: file) },
      { try manager.removeItem(at: file) },
      {
        try replace(other, with: "linked")
        try manager.linkItem(at: other, to: file)
      },
    ]

    let values = try changes.map { change in
      try change()
      #expect(bell.wait())
      return try provider.getValue()
    }
    registration.end()
    #expect(values == ["made", "renamed", "rewritten", nil, "rewritten", nil, "linked"])
  }

  @Test
  func `is detected when a writer keeps it open`() throws {
    try replace(scratch.file, with: "Ann")
    let (provider, registration) = watched(scratch.file)
    let writer = try FileHandle(forWritingTo: scratch.file)
    try writer.write(contentsOf: Data("\"Bob\"".utf8))
    try writer.synchronize()
    #expect(bell.wait())
    let value = try provider.getValue()
    try writer.close()
    registration.end()
    #expect(value == "Bob")
  }

  @Test
  func `is detected at the next read of a chain while its directory is missing`() throws {
    let file = scratch.directory.appending(path: "a/b/value.json")
    let provider = FileProvider<String?>(url: file)
    let chain = memoryChain(over: provider)
    let manager = FileManager.default
    var values = [try chain.getValue()]
    let failures = [provider.watchFailure?.cause]
    for name in ["Ann", "Bob"] {
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try replace(file, with: name)
      values.append(try chain.getValue())
      try manager.removeItem(at: scratch.directory.appending(path: "a"))
      values.append(try provider.getValue())
    }
    #expect(failures == [.cannotWatch(.notFound)])
    #expect(values == [nil, "Ann", nil, "Bob", nil])
  }

  @Test
  func `is detected behind a symbolic link, and when the link changes`() throws {
    let manager = FileManager.default
    let targets = ["one/target.json", "two/target.json"].map {
      scratch.directory.appending(path: $0)
    }
    for target in targets {
      try manager.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try replace(target, with: target.deletingLastPathComponent().lastPathComponent)
    }
    try manager.createSymbolicLink(
      atPath: scratch.file.path, withDestinationPath: "one/target.json")
    let chain = memoryChain(over: FileProvider<String?>(url: scratch.file))
    let registration = chain.valueBeModifiedHandlers.add { [bell] in bell.ring() }
    var values = [try chain.getValue()]
    try replace(targets[0], with: "changed")
    #expect(bell.wait())
    values.append(try chain.getValue())
    let newLink = scratch.directory.appending(path: "link").path
    try manager.createSymbolicLink(atPath: newLink, withDestinationPath: "two/target.json")
    #expect(rename(newLink, scratch.file.path) == 0)
    #expect(bell.wait())
    values.append(try chain.getValue())
    registration.end()
    #expect(values == ["one", "changed", "two"])
  }

  @Test
  func `reports each of its own writes once, without an echo`() throws {
    let (provider, registration) = watched(scratch.file)
    for number in 1...50 { try provider.setValue("\(number)") }
    try provider.setValue(nil)
    _ = try provider.getValue()
    registration.end()
    #expect(bell.count == 51)
  }

  @Test
  func `is read once for 200 external changes, and not before`() throws {
    let provider = FileProvider<String>(url: scratch.file)
    let chain = memoryChain(over: provider)
    try chain.setValue("start")
    let registration = provider.valueBeModifiedHandlers.add { [bell] in bell.ring() }
    for number in 1...200 { try replace(scratch.file, with: "\(number)") }
    #expect(bell.wait())
    let before = provider.fileReadCount
    let values = [try chain.getValue(), try chain.getValue(), try chain.getValue()]
    registration.end()
    #expect(before == 0)
    #expect(values == ["200", "200", "200"])
    #expect(provider.fileReadCount == 1)
  }

  @Test
  func `is detected by two providers of one process`() throws {
    let (provider, registration) = watched(scratch.file)
    try FileProvider<String?>(url: scratch.file).setValue("Ann")
    #expect(bell.wait())
    let value = try provider.getValue()
    registration.end()
    #expect(value == "Ann")
  }

  @Test
  func `is detected however many other files are watched`() throws {
    let files = (0..<100).map { scratch.directory.appending(path: "\($0).json") }
    let chains = files.map { file in
      SynchronizedStorageChain(
        MemoryProvider("old"), underlyingProvider: FileProvider<String>(url: file))
    }
    let before = try chains.map { try $0.getValue() }
    let registrations = chains.map { $0.valueBeModifiedHandlers.add { [bell] in bell.ring() } }
    for file in files { try replace(file, with: "new") }
    #expect(chains.allSatisfy { _ in bell.wait() })
    let values = try chains.map { try $0.getValue() }
    for registration in registrations { registration.end() }
    #expect(before == Array(repeating: "old", count: 100))
    #expect(values == Array(repeating: "new", count: 100))
  }

  @Test
  func `agrees with two chains that write it at once`() throws {
    let file = scratch.file
    let chains = (0..<2).map { _ in memoryChain(over: FileProvider<String>(url: file)) }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for round in 0..<50 { try? chains[thread].setValue("\(thread).\(round)") }
    }
    let stored = try FileProvider<String>(url: file).getValue()
    // A read of a provider processes the events that the system has queued.
    let values = try chains.map { chain in
      _ = try chain.underlyingProvider.getValue()
      return try chain.getValue()
    }
    #expect(values == [stored, stored])
  }
}
