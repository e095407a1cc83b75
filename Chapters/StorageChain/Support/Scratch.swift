import Dispatch
import Foundation
import LayeredStorage
import Workbook

/// The temporary directory of a page, removed when it is released.
struct Scratch: ~Copyable {
  private let folder: ScratchFolder

  init() throws(ScratchError) { folder = try ScratchFolder() }

  var directory: URL { folder.url }

  /// The student's file.
  var file: URL { directory.appending(path: "student.json") }

  var database: URL { directory.appending(path: "student.db") }

  /// Replaces the file without using a provider, as another program would.
  func changeOutside(to student: Student) throws { try student.write(to: file) }

  /// Replaces the file without using a provider, and records the change.
  func changeOutside(
    to student: Student, in transcript: Transcript, fileID: String = #fileID, line: Int = #line
  ) throws {
    transcript.record(
      .write, "\(student)", from: "outside", to: "file", fileID: fileID, line: line)
    try changeOutside(to: student)
  }
}

extension Student {
  /// Replaces a file without using a provider.
  func write(to file: URL) throws {
    try JSONEncoder().encode(self).write(to: file, options: .atomic)
  }
}

extension URL {
  var filePath: String { path(percentEncoded: false) }

  var exists: Bool { FileManager.default.fileExists(atPath: filePath) }
}

/// A provider whose file the system watches.
protocol WatchedProvider: SynchronizedDataProviding {
  /// The reason why changes by other writers are not reported, or nil if they are.
  var watchFailure: FileProviderError? { get }
}

extension FileProvider: WatchedProvider {}

extension StudentFileProvider: WatchedProvider {}

/// Waits until a provider has reported a change.
struct ChangeReport {
  /// No change was reported for ten minutes.
  struct Missing: Error, CustomStringConvertible, LocalizedError {
    let description = "The system has not reported the change of the file for ten minutes."

    var errorDescription: String? { description }
  }

  private let noticed: DispatchSemaphore
  private let registration: ChangeRegistration

  /// Starts waiting. Handlers that were added earlier are called first.
  ///
  /// - Throws: The reason why the system does not report changes of the file.
  init(from provider: some WatchedProvider) throws {
    let noticed = DispatchSemaphore(value: 0)
    self.noticed = noticed
    registration = provider.valueBeModifiedHandlers.add { noticed.signal() }
    if let failure = provider.watchFailure { throw failure }
  }

  func wait() throws {
    guard noticed.wait(timeout: .now() + 600) == .success else { throw Missing() }
  }
}

/// Stores a name, counts reads, and calls its handlers after each change.
final class Place: ReportingSource {
  private var name: String
  private var handlers: [() -> Void] = []
  private(set) var reads = 0
  /// Called once, at the beginning of the next `set`.
  var onSet: (() -> Void)?

  init(_ name: String) { self.name = name }

  func get() -> String {
    reads += 1
    return name
  }

  func set(_ name: String) {
    let interruption = onSet
    onSet = nil
    interruption?()
    self.name = name
    for handler in handlers { handler() }
  }

  func onChange(_ handler: @escaping () -> Void) { handlers.append(handler) }
}
