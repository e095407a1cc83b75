/// A word that an exercise's file may not hold, because it gives more than Swift code has by itself: it would take the
/// place of what plays the script, or of the system's own functions.
///
/// Looked for in the text as it is, in comments too: so nothing depends on how the compiler reads it.
struct ForbiddenWord: Hashable {
  /// As it was written.
  let word: String
  /// Counted from 1.
  let line: Int
  private let reason: String

  /// The first one in a text, or nil.
  ///
  /// - Parameters:
  ///   - source: the text of a learner's file.
  ///   - main: The text of the exercise's `Main.swift`, whose scene the file may not name.
  init?(in source: String, besides main: String) {
    let scenes = Set(main.matches(of: /\w*Scene\b/).map { String($0.output) } + ["Scene"])
    let lines = source.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if let attribute = line.firstMatch(of: Self.attribute) {
        self.init(
          String(attribute.output.1), index + 1, "reaches past Swift, and no exercise needs it")
        return
      }
      let words = line.matches(of: /\w+/).map { String($0.output) }
      if let scene = words.first(where: scenes.contains) {
        self.init(scene, index + 1, "is what plays the script: choose another name")
        return
      }
    }
    return nil
  }

  private init(_ word: String, _ line: Int, _ reason: String) {
    (self.word, self.line, self.reason) = (word, line, reason)
  }

  /// As the compiler would say it of a file.
  func message(in file: String) -> String { "\(file):\(line): error: “\(word)” \(reason)" }

  /// What names functions for the linker, places data in sections, or opens other modules; and all unofficial ones.
  private static var attribute: Regex<(Substring, Substring)> {
    /(?:^|[^\w.])(@`?(?:_\w+|abi|c|extern|implementation|section|testable|used)\b)/
  }
}
