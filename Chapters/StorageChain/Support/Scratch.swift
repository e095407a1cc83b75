import Dispatch
import Foundation
import LayeredStorage
import Workbook

/// A directory of one page, which is removed at its end.
struct Scratch: ~Copyable {
  private let folder: ScratchFolder

  init() throws(ScratchError) { folder = try ScratchFolder() }

  var directory: URL { folder.url }

  /// The student's file.
  var file: URL { directory.appending(path: "student.json") }

  var database: URL { directory.appending(path: "student.db") }

  /// Replaces the file without a provider, as another program would.
  func changeOutside(to student: Student) throws { try student.write(to: file) }
}

extension Student {
  /// Replaces a file without a provider.
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
  /// Why changes by others are not reported; nil if they are.
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

  /// Counts changes from now on, after the handlers that were added before have been called.
  ///
  /// - Throws: why the system reports no changes of the file.
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
