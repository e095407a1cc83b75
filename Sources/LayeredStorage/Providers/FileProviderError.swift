public import Foundation

/// What a file provider could not do: the path, the cause, and what one can do about it.
///
/// Whatever a chain over the file holds in memory is as it was.
public struct FileProviderError: Error, Equatable, CustomStringConvertible, LocalizedError {
  /// What went wrong; its text is a few words.
  public enum Cause: Equatable, Sendable, CustomStringConvertible {
    case value(StoredValueMistake)
    case cannotRead(SystemError)
    case cannotWrite(SystemError)
    case cannotRemove(SystemError)
    /// Changes by others are not noticed before somebody asks.
    case cannotWatch(SystemError)

    public var description: String {
      switch self {
      case .value(let mistake): "\(mistake)"
      case .cannotRead: "cannot read"
      case .cannotWrite: "cannot write"
      case .cannotRemove: "cannot remove"
      case .cannotWatch: "cannot watch"
      }
    }
  }

  public let path: String
  public let cause: Cause

  public var description: String {
    switch cause {
    case .value(let mistake): mistake.sentence(about: "file \(path)")
    case .cannotRead(let error): "The file \(path) cannot be read: \(error). \(error.wayOut)"
    case .cannotWrite(let error): "The file \(path) cannot be written: \(error). \(error.wayOut)"
    case .cannotRemove(let error): "The file \(path) cannot be removed: \(error). \(error.wayOut)"
    case .cannotWatch(let error):
      "Changes of \(path) go unnoticed until somebody reads: \(error). Let go of other providers, "
        + "or raise the system's limit of watches."
    }
  }

  public var errorDescription: String? { description }
}

extension SystemError {
  /// What one can do, in a sentence.
  fileprivate var wayOut: String {
    switch self {
    case .noPermission, .notPermitted, .readOnly:
      "Give the program the right to it, or choose another path."
    case .diskFull, .quotaReached, .tooLarge: "Make room and set the value again."
    case .isDirectory: "Choose the path of a file."
    case .belowFile: "Part of the path is a file: choose another path."
    case .linkLoop: "Its symbolic links lead in a circle: remove one of them."
    case .tooManyOpen: "Close other files and try again."
    default: "Nothing was changed; it can be tried again."
    }
  }
}
