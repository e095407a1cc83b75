public import Foundation
internal import Synchronization

/// A value in a file, as JSON. Writes are atomic: a reader finds either the old value or the new
/// one.
///
/// A nil value of an Optional is stored as no file. Once ``valueBeModifiedHandlers`` was used,
/// changes by other writers are reported through the system's file events; the file itself is read
/// only when a caller reads the value. On Linux each reported file that exists takes one of the
/// process's file descriptors (`ulimit -n`), which keeps the system from reusing the file's number.
///
/// The system reports no event for a change through a hard link in another directory, through
/// mapped memory, or by replacing a link or directory above the file's directory. Such a change is
/// detected at the next ``getValue()`` or the next event.
///
/// All errors are ``FileProviderError``. A call that throws has not changed the file, but
/// directories that it created remain. A process that is killed while it writes leaves a hidden
/// file `.layered-storage-…` in the directory.
public final class FileProvider<Value: Codable & Sendable>: SynchronizedDataProviding {
  /// The file. If it is a symbolic link, its target is read and replaced.
  public let url: URL

  private let path: String
  private let refusal: FileProviderError.Cause?
  private let handlers = ChangeHandlers()
  private let changes: ChangeDetection
  private let reads = Atomic<Int>(0)

  /// Creates a provider. Neither the file nor its directory needs to exist.
  ///
  /// If the URL is not a file URL or contains a NUL character, every call throws.
  public convenience init(url: URL) {
    self.init(url: url, watching: DirectoryWatch.start)
  }

  init(url: URL, watching: @escaping ChangeDetection.Watching) {
    self.url = url
    path = url.isFileURL ? url.absoluteURL.path(percentEncoded: false) : url.absoluteString
    refusal = !url.isFileURL ? .notAFileURL : path.utf8.contains(0) ? .invalidPath : nil
    changes = ChangeDetection(of: path, for: handlers, watching: watching)
  }

  /// The change handlers. The first use starts watching the file.
  public var valueBeModifiedHandlers: ChangeHandlers {
    if refusal == nil { changes.start() }
    return handlers
  }

  /// Why changes by other writers are detected only by polling, at each read of the value or of a
  /// chain above it; nil while the system reports them.
  public var watchFailure: FileProviderError? {
    (refusal ?? changes.failure.map { .cannotWatch($0) }).map { failure($0) }
  }

  /// The number of times that the file was read.
  public var fileReadCount: Int { reads.load(ordering: .relaxed) }

  public var hasValue: Bool {
    get throws(FileProviderError) {
      try checkURL()
      do throws(SystemError) {
        return try File.exists(path)
      } catch {
        throw failure(.cannotRead(error))
      }
    }
  }

  /// Reads the file.
  public func getValue() throws(FileProviderError) -> Value {
    try checkURL()
    // Checked after the read, to notify the provider's other users of the change that is returned.
    defer { changes.check() }
    reads.add(1, ordering: .relaxed)
    let data: Data?
    do throws(SystemError) {
      data = try File.read(path)
    } catch .notFound {
      data = nil
    } catch {
      throw failure(.cannotRead(error))
    }
    return try StoredForm.decode(data) { failure(.value($0)) }
  }

  /// Replaces the file, creating its directory if necessary, or removes it for nil.
  public func setValue(_ value: Value) throws(FileProviderError) {
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

  private func checkURL() throws(FileProviderError) {
    if let refusal { throw failure(refusal) }
  }

  private func failure(_ cause: FileProviderError.Cause) -> FileProviderError {
    FileProviderError(path: path, cause: cause)
  }
}

/// An error of a file provider, with its path and cause. The description says what to do.
///
/// The main provider of a chain over the file has not changed.
public struct FileProviderError: Error, Equatable {
  public enum Cause: Equatable, Sendable {
    case value(StoredValueError)
    case cannotRead(SystemError)
    case cannotWrite(SystemError)
    case cannotRemove(SystemError)
    /// The system does not report changes, so a chain polls before each read.
    case cannotWatch(SystemError)
    case notAFileURL
    /// The path contains a NUL character, at which the system would truncate it.
    case invalidPath
  }

  /// The path; the whole URL if it is not a file URL.
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
    case .cannotWatch(.notFound):
      "Changes of \(path) are not noticed until it is read: its directory is missing. "
        + "Create it, or set a value."
    case .cannotWatch(let error)
    where [.noPermission, .isDirectory, .belowFile, .linkLoop].contains(error):
      "Changes of \(path) are not noticed until it is read: \(error). \(error.remedy)"
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
