public import Foundation
internal import Synchronization

/// A value in a file, as JSON: a reader finds the old value or the new one, never a part.
///
/// An Optional value that is nil is no file. Changes that others make are reported through the system's file events
/// while the provider's handlers are in use; the file is read only when a caller asks for the value, however many
/// changes there were.
///
/// The system reports no event for a change through another name of the file in another directory (a hard link),
/// through mapped memory, or by renaming a directory above the file's own. Such a change is noticed at the next
/// ``getValue()`` of the provider or at the next event.
///
/// All of its errors are ``FileProviderError``. A call that throws has not changed the file; directories
/// that it has made for it stay.
public final class FileProvider<Value: Codable & Sendable>: SynchronizedDataProviding {
  /// The file; if it is a symbolic link, the target is read and replaced.
  public let url: URL

  private let path: String
  private let refusal: FileProviderError.Cause?
  private let handlers = ChangeHandlers()
  private let changes: ChangeDetection
  private let reads = Atomic<Int>(0)

  /// Neither the file nor its directory needs to exist. Temporary files that killed writes left in the directory more
  /// than an hour ago are removed.
  ///
  /// With a URL that is not the URL of a file, or contains a NUL character, every call throws.
  public convenience init(url: URL) {
    self.init(url: url, watching: DirectoryWatch.start)
  }

  /// - Parameters:
  ///   - url: where the file is, or will be.
  ///   - watching: watches a directory.
  init(url: URL, watching: @escaping ChangeDetection.Watching) {
    self.url = url
    path = url.isFileURL ? url.absoluteURL.path(percentEncoded: false) : url.absoluteString
    refusal = !url.isFileURL ? .notAFileURL : path.utf8.contains(0) ? .invalidPath : nil
    changes = ChangeDetection(of: path, for: handlers, watching: watching)
    if refusal == nil {
      StaleTemporaryFiles.remove(in: ResolvedPath(path).destination.splitPath.directory)
    }
  }

  /// The handlers. From the first use on, the file is watched.
  public var valueBeModifiedHandlers: ChangeHandlers {
    if refusal == nil { changes.start() }
    return handlers
  }

  /// Why changes by others are noticed only by polling: at each read of the value, or of a chain above it. Nil while
  /// the system reports them.
  public var watchFailure: FileProviderError? {
    (refusal ?? changes.failure.map { .cannotWatch($0) }).map { failure($0) }
  }

  /// How often the file was read.
  public var fileReadCount: Int { reads.load(ordering: .relaxed) }

  public var hasValue: Bool {
    get throws {
      try checkURL()
      do throws(SystemError) {
        return try File.exists(path)
      } catch {
        throw failure(.cannotRead(error))
      }
    }
  }

  /// Reads the file.
  ///
  /// - Throws: ``FileProviderError``
  public func getValue() throws -> Value {
    try checkURL()
    // Other users of the provider are notified of what this call may return.
    changes.check()
    reads.add(1, ordering: .relaxed)
    return try StoredForm.decode(try data()) { failure(.value($0)) }
  }

  /// Replaces the file, after making its directory if that is missing, or removes it for nil.
  ///
  /// - Throws: ``FileProviderError``
  public func setValue(_ value: Value) throws {
    try checkURL()
    let data = try StoredForm.encode(value) { failure(.value($0)) }
    do throws(SystemError) {
      try changes.write { destination throws(SystemError) in
        if let data { return try File.replace(destination, with: data) }
        try File.remove(destination)
        return FileFingerprint()
      }
    } catch {
      throw failure(data == nil ? .cannotRemove(error) : .cannotWrite(error))
    }
    handlers.notify()
  }

  /// The contents of the file; nil if there is none.
  private func data() throws(FileProviderError) -> Data? {
    do throws(SystemError) {
      return try File.read(path)
    } catch .notFound {
      return nil
    } catch {
      throw failure(.cannotRead(error))
    }
  }

  private func checkURL() throws(FileProviderError) {
    if let refusal { throw failure(refusal) }
  }

  private func failure(_ cause: FileProviderError.Cause) -> FileProviderError {
    FileProviderError(path: path, cause: cause)
  }
}

/// A failure of a file provider: the path, the cause, and what to do about it.
///
/// The memory of a chain over the file is as it was.
public struct FileProviderError: Error, Equatable {
  /// The cause of a failure.
  public enum Cause: Equatable, Sendable {
    case value(StoredValueError)
    case cannotRead(SystemError)
    case cannotWrite(SystemError)
    case cannotRemove(SystemError)
    /// The system does not report changes by others: a chain polls before each read.
    case cannotWatch(SystemError)
    /// The URL has another scheme than `file`.
    case notAFileURL
    /// The path contains a NUL character, where the system would cut it.
    case invalidPath
  }

  /// The path; the whole URL if it is not the URL of a file.
  public let path: String
  public let cause: Cause
}

extension FileProviderError: CustomStringConvertible, LocalizedError {
  public var description: String {
    switch cause {
    case .value(let error): error.sentence(about: "file \(path)")
    case .cannotRead(.tooLarge):
      "The file \(path) cannot be read: it has more than \(File.sizeLimit >> 20) MB. "
        + "Set a value to replace it."
    case .cannotRead(let error): "The file \(path) cannot be read: \(error). \(error.remedy)"
    case .cannotWrite(let error): "The file \(path) cannot be written: \(error). \(error.remedy)"
    case .cannotRemove(let error): "The file \(path) cannot be removed: \(error). \(error.remedy)"
    case .cannotWatch(let error):
      "Changes of \(path) are not noticed until it is read: \(error). Release other providers, "
        + "or raise the system's limit of watches."
    case .notAFileURL: "\(path) is not the URL of a file. Use `URL(filePath:)`."
    case .invalidPath:
      "The path \(path.replacing("\0", with: "\\0")) contains a NUL character. Choose another path."
    }
  }

  public var errorDescription: String? { description }
}

extension FileProviderError.Cause: CustomStringConvertible {
  /// A few words.
  public var description: String {
    switch self {
    case .value(let error): "\(error)"
    case .cannotRead: "cannot read"
    case .cannotWrite: "cannot write"
    case .cannotRemove: "cannot remove"
    case .cannotWatch: "cannot watch"
    case .notAFileURL: "not a file URL"
    case .invalidPath: "invalid path"
    }
  }
}

extension SystemError {
  /// What the user can do, in a sentence.
  fileprivate var remedy: String {
    switch self {
    case .noPermission, .notPermitted:
      "Give the program the right to it, or choose another path."
    case .readOnly: "Choose a path on a file system that can be written."
    case .diskFull, .quotaReached, .tooLarge: "Make room and set the value again."
    case .isDirectory: "Choose the path of a file."
    case .belowFile: "Part of the path is a file: choose another path."
    case .linkLoop: "Its symbolic links form a circle: remove one of them."
    case .tooManyOpen, .tooManyOpenInSystem:
      "Raise the limit of open files (`ulimit -n`), or close some."
    default: "Nothing was changed; try again."
    }
  }
}
