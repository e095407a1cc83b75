internal import Foundation

/// What the system said, by its number, so that numbers unknown here survive.
public struct SystemError: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// `errno`.
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  public static let notFound = SystemError(rawValue: ENOENT)
  public static let nameIsTaken = SystemError(rawValue: EEXIST)
  public static let noPermission = SystemError(rawValue: EACCES)
  public static let notPermitted = SystemError(rawValue: EPERM)
  public static let readOnly = SystemError(rawValue: EROFS)
  public static let diskFull = SystemError(rawValue: ENOSPC)
  public static let quotaReached = SystemError(rawValue: EDQUOT)
  public static let tooLarge = SystemError(rawValue: EFBIG)
  public static let isDirectory = SystemError(rawValue: EISDIR)
  public static let belowFile = SystemError(rawValue: ENOTDIR)
  public static let linkLoop = SystemError(rawValue: ELOOP)
  public static let tooManyOpen = SystemError(rawValue: EMFILE)

  static let isNoLink = SystemError(rawValue: EINVAL)

  /// What the last call on this thread left.
  static var last: SystemError { SystemError(rawValue: errno) }

  /// In the system's words.
  public var description: String { String(cString: strerror(rawValue)) }
}
