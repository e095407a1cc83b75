import Foundation
import TestSupport
import Testing

@testable import LayeredStorage

/// All kinds of providers.
enum ProviderKind: CaseIterable {
  case memory
  case file
  case sqlite
  case chain
  case chainOfChains

  func make(in directory: URL) throws -> any SynchronizedDataProviding<String> {
    let file = directory.appending(path: "value.json")
    let database = directory.appending(path: "value.db")
    return switch self {
    case .memory: MemoryProvider<String>()
    case .file: FileProvider<String>(url: file)
    case .sqlite: try SQLiteProvider<String>(url: database)
    case .chain: memoryChain(over: FileProvider<String>(url: file))
    case .chainOfChains:
      memoryChain(
        over: SynchronizedStorageChain(
          FileProvider<String>(url: file),
          underlyingProvider: try SQLiteProvider<String>(url: database)))
    }
  }
}

@Suite(.serialized)
struct `Every provider`: ~Copyable {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test(arguments: ProviderKind.allCases)
  func `has no value until one is set`(kind: ProviderKind) throws {
    let provider = try kind.make(in: scratch.directory)
    let before = try provider.hasValue
    #expect(throws: (any Error).self) { try provider.getValue() }
    try provider.setValue("Ann")
    let after = try provider.hasValue
    #expect(!before)
    #expect(after)
  }

  @Test(arguments: ProviderKind.allCases)
  func `returns the value that was set last`(kind: ProviderKind) throws {
    let provider = try kind.make(in: scratch.directory)
    var read: [String] = []
    for name in ["Ann", "Bob", "Bob", "", "Zoë \"☃\" \n"] {
      try provider.setValue(name)
      read.append(try provider.getValue())
    }
    #expect(read == ["Ann", "Bob", "Bob", "", "Zoë \"☃\" \n"])
  }

  @Test(arguments: ProviderKind.allCases)
  func `notifies every observer of each write, once and in order, until its registration ends`(
    kind: ProviderKind
  ) throws {
    let provider = try kind.make(in: scratch.directory)
    let history = Recorder<String>()
    let first = provider.valueBeModifiedHandlers.add { history.record("first") }
    let second = provider.valueBeModifiedHandlers.add { history.record("second") }
    try provider.setValue("Ann")
    first.end()
    try provider.setValue("Bob")
    withExtendedLifetime((first, second)) {}
    #expect(history.entries == ["first", "second", "second"])
  }

  @Test(arguments: ProviderKind.allCases)
  func `can be read and written by a handler`(kind: ProviderKind) throws {
    let provider = try kind.make(in: scratch.directory)
    let history = Recorder<String>()
    let registration = provider.valueBeModifiedHandlers.add {
      let value = (try? provider.getValue()) ?? "nothing"
      history.record(value)
      if value == "Ann" { try? provider.setValue("Bob") }
    }
    try provider.setValue("Ann")
    registration.end()
    #expect(history.entries == ["Ann", "Bob"])
  }

  @Test(arguments: ProviderKind.allCases)
  func `may be used from many threads`(kind: ProviderKind) throws {
    let provider = try kind.make(in: scratch.directory)
    let names = ["Ann", "Bob", "Cid", "Dan"]
    try provider.setValue("Ann")
    let strangers = Recorder<String>()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for round in 0..<10 {
        do {
          if thread < 3 { try provider.setValue(names[(thread + round) % 4]) }
          let value = try provider.getValue()
          if !names.contains(value) { strangers.record(value) }
        } catch {
          strangers.record("\(error)")
        }
      }
    }
    #expect(strangers.entries == [])
  }

  @Test(arguments: [ProviderKind.file, .sqlite, .chain, .chainOfChains])
  func `has the value at the next launch`(kind: ProviderKind) throws {
    try kind.make(in: scratch.directory).setValue("Ann")
    let relaunched = try kind.make(in: scratch.directory)
    #expect(try relaunched.getValue() == "Ann")
  }
}

struct `Every public error` {
  /// An error of each type and cause.
  private static var all: [any Error & CustomStringConvertible] {
    let values: [StoredValueError] = [
      .notFound, .corrupt(expected: "Student", details: "name is missing"),
      .notEncodable(details: "a number is not a number"),
    ]
    let codes: [SystemError] = [
      .notFound, .noPermission, .notPermitted, .readOnly, .diskFull, .quotaReached, .tooLarge,
      .isDirectory, .belowFile, .linkLoop, .tooManyOpen, .tooManyOpenInSystem, .invalid,
      SystemError(rawValue: 9999),
    ]
    let causes: [FileProviderError.Cause] =
      values.map { .value($0) }
      + codes.flatMap { [.cannotRead($0), .cannotWrite($0), .cannotRemove($0), .cannotWatch($0)] }
      + [.notAFileURL, .invalidPath]
    return causes.map { FileProviderError(path: "/a.json", cause: $0) }
      + values.map { SQLiteProviderError.value($0, path: "/a.db", key: "value") }
  }

  @Test
  func `has a sentence as its localized description`() {
    for error in Self.all {
      let text = error.localizedDescription
      #expect(text == error.description)
      #expect(text.contains("/a."))
      #expect(text.contains(" ") && text.first?.isLowercase == false)
    }
  }

  @Test(arguments: [
    (
      SystemError.readOnly,
      "Read-only file system. Choose a path on a file system that can be written."
    ),
    (
      .noPermission,
      "Permission denied. Give the program the right to it, or choose another path."
    ),
    (
      .tooManyOpen,
      "Too many open files. Raise the limit of open files (`ulimit -n`), or close some."
    ),
  ])
  func `says how to resolve its cause`(code: SystemError, text: String) {
    let error = FileProviderError(path: "/a.json", cause: .cannotWrite(code))
    #expect(error.description == "The file /a.json cannot be written: \(text)")
  }
}
