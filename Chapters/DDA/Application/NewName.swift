public import Foundation

/// A name that may leave the Application layer: 1 to 20 characters, without white space around them.
///
/// A character is a `Character`: `é` and 👨‍👩‍👧 count once, however they are encoded. White space and line
/// breaks inside the name are kept.
public struct NewName: Equatable, Sendable {
  /// Why a name is invalid.
  public enum ValidationError: Error, Equatable, Sendable {
    /// Nothing was entered, or only white space.
    case empty
    /// There are more than ``NewName/maximumLength`` characters, not counting white space around them.
    case tooLong(count: Int)
  }

  /// The largest number of characters in a name.
  public static let maximumLength = 20

  /// The name, without white space around it.
  public let text: String

  /// Validates what a user has entered, without a server and without a database.
  public init(_ entered: String) throws(ValidationError) {
    let text = entered.trimmed
    guard !text.isEmpty else { throw .empty }
    guard text.count <= Self.maximumLength else { throw .tooLong(count: text.count) }
    self.text = text
  }
}

extension NewName.ValidationError: CustomStringConvertible, LocalizedError {
  /// A few words: `empty`, `21 over 20`.
  public var description: String {
    switch self {
    case .empty: "empty"
    case .tooLong(let count): "\(count) over \(NewName.maximumLength)"
    }
  }

  /// What is wrong and what to do, for the user.
  public var errorDescription: String? {
    switch self {
    case .empty: "The name is empty. Enter at least one character that is not white space."
    case .tooLong(let count):
      "The name has \(count) characters. Remove at least \(count - NewName.maximumLength)."
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
