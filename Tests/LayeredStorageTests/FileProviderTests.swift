import Concurrency
import Foundation
import TestSupport
import Testing

@testable import LayeredStorage

@Suite(.serialized)
struct `A file provider`: ~Copyable {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  private func cause<Result>(_ body: () throws -> Result) -> FileProviderError.Cause? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? FileProviderError)?.cause
    }
  }

  @Test
  func `is nil without a file, and removes the file for nil`() throws {
    let provider = FileProvider<String?>(url: scratch.file)
    let missing = try provider.getValue()
    try provider.setValue("Ann")
    let stored = try provider.getValue()
    try provider.setValue(nil)
    try provider.setValue(nil)
    let removed = try provider.getValue()
    #expect(missing == nil)
    #expect(stored == "Ann")
    #expect(removed == nil)
    #expect(scratch.names == [])
  }

  @Test
  func `creates missing directories`() throws {
    let file = scratch.directory.appending(path: "a/b/c/value.json")
    try FileProvider<String>(url: file).setValue("Ann")
    #expect(try String(contentsOf: file, encoding: .utf8) == "\"Ann\"")
  }

  @Test
  func `reports the path and the cause of an error`() throws {
    let file = scratch.file
    let provider = FileProvider<String>(url: file)
    let missing = cause { try provider.getValue() }
    try Data("\"An".utf8).write(to: file)
    let half = cause { try provider.getValue() }
    try Data("12".utf8).write(to: file)
    let other = cause { try provider.getValue() }
    let below = FileProvider<String>(url: file.appending(path: "value.json"))
    let belowFile = [cause { try below.getValue() }, cause { try below.setValue("Ann") }]
    let directory = FileProvider<String?>(url: scratch.directory)
    let directories = [
      cause { try directory.getValue() }, cause { try directory.setValue("Ann") },
      cause { try directory.setValue(nil) },
    ]
    let number = FileProvider<Double>(url: file)
    let noNumber = cause { try number.setValue(.nan) }
    let error = #expect(throws: FileProviderError.self) {
      try FileProvider<String>(url: scratch.directory.appending(path: "a.json")).getValue()
    }
    let path = scratch.directory.appending(path: "a.json").path
    #expect(error?.description == "There is no file \(path). Set a value to make it.")
    #expect(missing == .value(.notFound))
    #expect(half?.description == "not a string")
    #expect(other?.description == "not a string")
    #expect(belowFile == [.cannotRead(.belowFile), .cannotWrite(.belowFile)])
    #expect(
      directories == [
        .cannotRead(.isDirectory), .cannotWrite(.isDirectory), .cannotRemove(.isDirectory),
      ])
    #expect(noNumber?.description == "cannot encode")
    #expect(scratch.names == ["value.json"])
  }

  @Test
  func `creates its folder while other threads create it too`() {
    let (place, failures) = (scratch.file.path, Locked<[String]>([]))
    _ = allFinish(threads: 6) { _ in
      for round in 0..<300 {
        do { try File.makeDirectory("\(place)-\(round)") } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
  }

  @Test
  func `refuses a URL that is not a file's, and a path with a NUL character`() throws {
    let web = try #require(URL(string: "https://example.com/value.json"))
    let cut = try #require(URL(string: scratch.file.absoluteString + "%00.json"))
    try Data("\"Ann\"".utf8).write(to: scratch.file)
    let causes = [web, cut].map { url in
      let provider = FileProvider<String?>(url: url)
      let chain = memoryChain(over: provider)
      return [
        cause { try provider.getValue() }, cause { try provider.setValue("Bob") },
        cause { try provider.setValue(nil) }, cause { try provider.hasValue },
        cause { try chain.getValue() }, provider.watchFailure?.cause,
      ]
    }
    let text = try String(contentsOf: scratch.file, encoding: .utf8)
    let refused: [FileProviderError.Cause] = [.notAFileURL, .invalidPath]
    #expect(causes == refused.map { Array(repeating: $0, count: 6) })
    #expect(text == "\"Ann\"")
    #expect(scratch.names == ["value.json"])
  }

  @Test
  func `refuses a sparse file of a terabyte`() throws {
    #expect(FileManager.default.createFile(atPath: scratch.file.path, contents: nil))
    try FileHandle(forWritingTo: scratch.file).truncate(atOffset: 1 << 40)
    let provider = FileProvider<String>(url: scratch.file)
    let error = #expect(throws: FileProviderError.self) { try provider.getValue() }
    try provider.setValue("Ann")
    let value = try provider.getValue()
    #expect(error?.cause == .cannotRead(.tooLarge))
    #expect(error?.description.contains("it has more than 256 MB") == true)
    #expect(value == "Ann")
  }

  @Test
  func `writes through a symbolic link, which is kept`() throws {
    let target = scratch.directory.appending(path: "target.json")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file.path, withDestinationPath: "target.json")
    let provider = FileProvider<String>(url: scratch.file)
    try provider.setValue("Ann")
    let text = try String(contentsOf: target, encoding: .utf8)
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: scratch.file.path)
    let value = try provider.getValue()
    #expect(text == "\"Ann\"")
    #expect(link == "target.json")
    #expect(value == "Ann")
  }

  @Test
  func `refuses circular links`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: scratch.file.path, withDestinationPath: "value.json")
    let provider = FileProvider<String>(url: scratch.file)
    let registration = provider.valueBeModifiedHandlers.add {}
    let causes = [
      cause { try provider.getValue() }, cause { try provider.setValue("Ann") },
      cause { try FileProvider<String?>(url: scratch.file).setValue(nil) },
    ]
    registration.end()
    #expect(causes == [.cannotRead(.linkLoop), .cannotWrite(.linkLoop), .cannotRemove(.linkLoop)])
    #expect(scratch.names == ["value.json"])
  }

  @Test
  func `refuses a path that asks for a directory`() throws {
    let manager = FileManager.default
    let link = scratch.directory.appending(path: "link")
    try manager.createSymbolicLink(atPath: link.path, withDestinationPath: "missing/")
    let urls = [scratch.directory.appending(path: "missing", directoryHint: .isDirectory), link]
    let causes = urls.map { url in
      let provider = FileProvider<String?>(url: url)
      return [cause { try provider.setValue("Ann") }, cause { try provider.setValue(nil) }]
    }
    let refused = [FileProviderError.Cause.cannotWrite(.isDirectory), .cannotRemove(.isDirectory)]
    #expect(causes == [refused, refused])
    #expect(scratch.names == ["link"])
  }

  @Test
  func `keeps the permissions of the file that it replaces`() throws {
    let provider = FileProvider<String>(url: scratch.file)
    try provider.setValue("Ann")
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: scratch.file.path)
    try provider.setValue("Bob")
    let attributes = try manager.attributesOfItem(atPath: scratch.file.path)
    #expect(attributes[.posixPermissions] as? NSNumber == 0o640)
  }

  @Test
  func `is opened during a write without disturbing it`() throws {
    let file = scratch.file
    let failures = Recorder<String>()
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      let writer = FileProvider<String>(url: file)
      for round in 0..<100 {
        if thread == 0 { _ = FileProvider<String>(url: file) }
        guard thread == 1 else { continue }
        do { try writer.setValue("\(round)") } catch { failures.record("\(error)") }
      }
    }
    #expect(failures.entries == [])
  }
}
