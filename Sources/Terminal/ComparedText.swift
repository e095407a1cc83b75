extension StringProtocol {
  /// The characters that count when a reader's line is compared with a printed one: not white
  /// space, control characters and key sequences. The site's script `predict.js` has the same rule.
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
