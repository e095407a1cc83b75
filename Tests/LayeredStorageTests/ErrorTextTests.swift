import Foundation
import Testing

@testable import LayeredStorage

@Suite
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
      + values.map { SQLiteProvider<String>.Failure(path: "/a.db", key: "value", cause: $0) }
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

  @Test
  func `of memory, the system or a stored value has a localized description`() throws {
    let memory = MemoryProvider<String>()
    let noValue = #expect(throws: MemoryProvider<String>.NoValue.self) { try memory.getValue() }
    #expect(noValue?.localizedDescription == noValue?.description)
    #expect(noValue?.description.hasPrefix("Nothing has been stored in memory yet") == true)
    #expect(SystemError.noPermission.localizedDescription == "Permission denied")
    #expect(
      StoredValueError.notFound.localizedDescription
        == "There is no stored value. Set a value to make it.")
  }
}
