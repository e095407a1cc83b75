extension StringProtocol {
  /// What counts when a line that a reader has written is compared with a printed one, and all that counts.
  ///
  /// White space, control characters and the sequences of keys without a character do not. Letter case does. The script
  /// `predict.js` of the site has the same rule; a table of cases tests both.
  package var compared: String {
    String(
      String.UnicodeScalarView(
        withoutKeys.unicodeScalars.filter { scalar in
          !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
        }))
  }

  /// The text without what an arrow key or a function key sends: `ESC [ … letter`, `ESC [ [ letter` and `ESC O letter`.
  package var withoutKeys: String {
    guard contains("\u{1B}") else { return String(self) }
    return String(self).replacing(/\u{1B}(?:\[\[.|\[[0-?]*[ -\/]*[@-~]|O.)/, with: "")
  }
}
