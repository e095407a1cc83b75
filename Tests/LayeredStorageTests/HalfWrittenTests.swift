import Foundation
import LayeredStorage
import Testing

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
    let chain = SynchronizedStorageChain(
      MemoryProvider<Int>(), underlyingProvider: FileProvider<Int>(url: file))
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
    let chain = SynchronizedStorageChain(
      MemoryProvider<String>(), underlyingProvider: FileProvider<String>(url: scratch.file))
    try chain.setValue("Ann")
    try Data("\"Bo".utf8).write(to: scratch.file)
    try chain.setValue("Cid")
    let value = try chain.getValue()
    let stored = try FileProvider<String>(url: scratch.file).getValue()
    #expect([value, stored] == ["Cid", "Cid"])
  }
}
