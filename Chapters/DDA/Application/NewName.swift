public import Foundation

/// A valid name: 1 to 20 characters, without surrounding white space. Only valid names leave the
/// Application layer.
///
/// Characters are counted as `Character` values: `é` and 👨‍👩‍👧 count once, whatever their encoding.
/// White space and line breaks inside the name are kept.
public struct NewName: Equatable, Sendable {
  /// Why a name is invalid.
  public enum ValidationError: Error, Equatable, Sendable {
    /// The text is empty or consists of white space.
    case empty
    /// The name has more than ``NewName/maximumLength`` characters, without surrounding white
    /// space.
    case tooLong(count: Int)
  }

  /// The maximum number of characters in a name.
  public static let maximumLength = 20

  /// The name, without surrounding white space.
  public let text: String

  /// Validates the text that a user has entered, without a server or a database.
  public init(_ entered: String) throws(ValidationError) {
    let text = entered.trimmingCharacters(in: .whitespacesAndNewlines)
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

  /// A text for the user: what is wrong and what to do.
  public var errorDescription: String? {
    switch self {
    case .empty: "The name is empty. Enter at least one character that is not white space."
    case .tooLong(let count):
      "The name has \(count) characters. Remove at least \(count - NewName.maximumLength)."
    }
  }
}
