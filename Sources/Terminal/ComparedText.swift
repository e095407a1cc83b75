extension StringProtocol {
  /// The characters that count when a reader's line is compared with a printed one.
  ///
  /// White space, control characters and key sequences do not count. Letter case does. The site's
  /// script `predict.js` has the same rule; one table of cases tests both.
  package var compared: String {
    String(
      String.UnicodeScalarView(
        withoutKeys.unicodeScalars.filter { scalar in
          !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
        }))
  }

  /// The text without the key sequences `ESC [ … letter`, `ESC [ [ letter` and `ESC O letter`.
  package var withoutKeys: String {
    guard contains("\u{1B}") else { return String(self) }
    return String(self).replacing(/\u{1B}(?:\[\[.|\[[0-?]*[ -\/]*[@-~]|O.)/, with: "")
  }
}
