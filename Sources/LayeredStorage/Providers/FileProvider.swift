public import Foundation
internal import Synchronization

/// A value in a file, as JSON: whoever reads it finds the old value or the new one, never a part.
///
/// An Optional value that is nil is no file. Changes that others make are noticed through the system's own
/// file events while there is a handler to tell; the file is read only when somebody asks for the
/// value, however many changes there were.
///
/// It fails with ``FileProviderError``, and changes nothing then.
public final class FileProvider<Value: Codable & Sendable>: SynchronizedDataProviding {
  /// The file that was asked for; if it is a symbolic link, what it leads to is read and replaced.
  public let url: URL

  private let path: String
  private let handlers: ChangeHandlers
  private let changes: FileChanges
  private let reads = Atomic<Int>(0)

  /// Neither the file nor its directory needs to exist. What killed writes left beside it is removed.
  public convenience init(url: URL) {
    self.init(url: url, watching: FileWatch.start)
  }

  /// - Parameters:
  ///   - url: where the file is, or will be.
  ///   - watching: watches its path.
  init(url: URL, watching: @escaping FileNotice.Watching) {
    self.url = url
    let path = url.absoluteURL.path(percentEncoded: false)
    let handlers = ChangeHandlers()
    self.path = path
    self.handlers = handlers
    changes = FileChanges(of: path, for: handlers, watching: watching)
    Leftovers.clear(beside: FileTrail(path).destination)
  }

  /// Whoever asks for them wants to know, so from then on the file is watched.
  public var valueBeModifiedHandlers: ChangeHandlers {
    changes.start()
    return handlers
  }

  /// Why changes by others are not noticed before somebody asks: for the value, or a chain's above it. Nil while
  /// the system tells of them.
  public var watchFailure: FileProviderError? {
    changes.failure.map { failure(.cannotWatch($0)) }
  }

  /// How often the file was read.
  public var fileReadCount: Int { reads.load(ordering: .relaxed) }

  public var hasValue: Bool {
    get throws {
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
    // What has changed up to now is in what is read now.
    changes.look()
    reads.add(1, ordering: .relaxed)
    return try StoredForm.decode(try data()) { failure(.value($0)) }
  }

  /// Replaces the file, after making its directory, or removes it for nil.
  ///
  /// - Throws: ``FileProviderError``
  public func setValue(_ value: Value) throws {
    let data = try StoredForm.encode(value) { failure(.value($0)) }
    if let data { try replace(with: data) } else { try remove() }
    handlers.tell()
  }

  /// Nil if there is no file.
  private func data() throws(FileProviderError) -> Data? {
    do throws(SystemError) {
      return try File.read(path)
    } catch .notFound {
      return nil
    } catch {
      throw failure(.cannotRead(error))
    }
  }

  private func replace(with data: Data) throws {
    do throws(SystemError) {
      try changes.writing { destination throws(SystemError) in
        .replaced(try File.replace(destination, with: data))
      }
    } catch {
      throw failure(.cannotWrite(error))
    }
  }

  private func remove() throws {
    do throws(SystemError) {
      try changes.writing { destination throws(SystemError) in
        try File.remove(destination) ? .removed : .nothing
      }
    } catch {
      throw failure(.cannotRemove(error))
    }
  }

  private func failure(_ cause: FileProviderError.Cause) -> FileProviderError {
    FileProviderError(path: path, cause: cause)
  }
}
