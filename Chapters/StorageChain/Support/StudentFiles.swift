import Dispatch
import Foundation
import LayeredStorage
import Workbook

extension ScratchFolder {
  var file: URL { url.appending(path: "student.json") }

  var database: URL { url.appending(path: "student.db") }

  /// Replaces the file without using a provider, as another program would.
  func changeOutside(to student: Student) throws { try student.write(to: file) }

  /// The same, recorded.
  func changeOutside(
    to student: Student, in transcript: Transcript, fileID: String = #fileID, line: Int = #line
  ) throws {
    transcript.record(
      .write, "\(student)", from: "outside", to: "file", fileID: fileID, line: line)
    try changeOutside(to: student)
  }
}

extension Student {
  func write(to file: URL) throws {
    try JSONEncoder().encode(self).write(to: file, options: .atomic)
  }
}

extension URL {
  var filePath: String { path(percentEncoded: false) }

  var exists: Bool { FileManager.default.fileExists(atPath: filePath) }
}

/// Waits until a provider has reported a change.
struct ChangeReport {
  struct Missing: Error, CustomStringConvertible, LocalizedError {
    let description = "The system has not reported the change of the file for ten minutes."

    var errorDescription: String? { description }
  }

  private let noticed: DispatchSemaphore
  private let registration: ChangeRegistration

  /// Starts waiting. Throws the reason why the system does not report changes of the file.
  init(from provider: StudentFileProvider) throws {
    let noticed = DispatchSemaphore(value: 0)
    self.noticed = noticed
    registration = provider.valueBeModifiedHandlers.add { noticed.signal() }
    if let failure = provider.watchFailure { throw failure }
  }

  func wait() throws {
    guard noticed.wait(timeout: .now() + 600) == .success else { throw Missing() }
  }
}
