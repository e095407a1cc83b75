/// A name that may leave the Application layer: 1 to 20 characters, with no white space around them.
///
/// A character is what a reader takes for one: `é` and 👨‍👩‍👧 count once, however they are written.
/// White space and line breaks inside the name stay as they are.
public struct NewName: Equatable, Sendable {
  /// Why something is no name.
  public enum Mistake: Error, Equatable, Sendable {
    /// Nothing was entered, or white space alone.
    case empty
    /// There are more characters than ``NewName/longest``, white space around them aside.
    case tooLong(count: Int)
  }

  /// How many characters a name may have.
  public static let longest = 20

  /// Without the white space that was around it.
  public let text: String

  /// Checks what a user has entered; asks no server and no database.
  public init(_ entered: String) throws(Mistake) {
    let text = entered.trimmed
    guard !text.isEmpty else { throw .empty }
    guard text.count <= Self.longest else { throw .tooLong(count: text.count) }
    self.text = text
  }
}

extension NewName.Mistake: CustomStringConvertible {
  /// A few words: `empty`, `21 over 20`.
  public var description: String {
    switch self {
    case .empty: "empty"
    case .tooLong(let count): "\(count) over \(NewName.longest)"
    }
  }

  /// What to tell the user.
  public var advice: String {
    switch self {
    case .empty: "Enter a name; white space alone is none."
    case .tooLong(let count):
      "The name has \(count) characters. Leave out \(count - NewName.longest) or more."
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
