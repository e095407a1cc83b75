public import Foundation

/// What a file provider could not do: the path, the cause, and what to do about it.
///
/// The memory of a chain over the file is as it was.
public struct FileProviderError: Error, Equatable {
  /// What went wrong.
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
    case .noPermission, .notPermitted, .readOnly:
      "Give the program the right to it, or choose another path."
    case .diskFull, .quotaReached, .tooLarge: "Make room and set the value again."
    case .isDirectory: "Choose the path of a file."
    case .belowFile: "Part of the path is a file: choose another path."
    case .linkLoop: "Its symbolic links form a circle: remove one of them."
    case .tooManyOpen: "Close other files and try again."
    default: "Nothing was changed; try again."
    }
  }
}
