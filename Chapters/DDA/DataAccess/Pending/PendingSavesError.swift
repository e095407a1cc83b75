public import Foundation

/// Why pending saves could not be read or kept.
public struct PendingSavesError: Error, Equatable, Sendable {
  /// What went wrong; its text is a few words.
  public enum Cause: Equatable, Sendable {
    case cannotRead
    case cannotWrite
    /// The file holds something else.
    case corrupt
  }

  public let cause: Cause
  public let path: String
  /// What the system said.
  public let details: String

  public init(_ cause: Cause, path: String, details: String) {
    self.cause = cause
    self.path = path
    self.details = details
  }
}

extension PendingSavesError: CustomStringConvertible, LocalizedError {
  /// The same sentences as ``description``.
  public var errorDescription: String? { description }

  /// The cause and the way out, in sentences.
  public var description: String {
    switch cause {
    case .cannotRead:
      "The saves that wait in \(path) cannot be read. Give the program the right to it. \(details)"
    case .cannotWrite:
      "A save cannot be kept in \(path). Make room, or give the program the right to it. \(details)"
    case .corrupt:
      "The file \(path) holds no saves that wait. Look what it holds, and remove it. \(details)"
    }
  }
}

extension PendingSavesError.Cause: CustomStringConvertible {
  /// In a few words: `cannot read`.
  public var description: String {
    switch self {
    case .cannotRead: "cannot read"
    case .cannotWrite: "cannot write"
    case .corrupt: "corrupt"
    }
  }
}
