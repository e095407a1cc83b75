public import Foundation

/// An error code of the system. A struct, so that codes without a name here can be represented.
public struct SystemError: Error, RawRepresentable, Hashable, Sendable {
  /// `errno`.
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let notFound = SystemError(rawValue: ENOENT)
  public static let exists = SystemError(rawValue: EEXIST)
  public static let noPermission = SystemError(rawValue: EACCES)
  public static let notPermitted = SystemError(rawValue: EPERM)
  public static let readOnly = SystemError(rawValue: EROFS)
  public static let diskFull = SystemError(rawValue: ENOSPC)
  public static let quotaReached = SystemError(rawValue: EDQUOT)
  public static let tooLarge = SystemError(rawValue: EFBIG)
  public static let isDirectory = SystemError(rawValue: EISDIR)
  public static let belowFile = SystemError(rawValue: ENOTDIR)
  /// A mount point, which cannot be renamed or removed.
  public static let busy = SystemError(rawValue: EBUSY)
  public static let linkLoop = SystemError(rawValue: ELOOP)
  /// The process has reached its limit of open files.
  public static let tooManyOpen = SystemError(rawValue: EMFILE)
  /// The system has reached its limit of open files.
  public static let tooManyOpenInSystem = SystemError(rawValue: ENFILE)
  /// The path contains a NUL character, or its target is neither a file nor a directory.
  public static let invalid = SystemError(rawValue: EINVAL)

  /// The error of the last system call on this thread.
  static var last: SystemError { SystemError(rawValue: errno) }
}

extension SystemError: CustomStringConvertible, LocalizedError {
  /// The system's text for the code.
  public var description: String { String(cString: strerror(rawValue)) }

  public var errorDescription: String? { description }
}

extension SystemError {
  /// A sentence that says what the user can do.
  var remedy: String {
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
