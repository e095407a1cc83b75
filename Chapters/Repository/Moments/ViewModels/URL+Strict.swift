import Foundation

extension URL {
  /// The address, or nil if it holds anything that an address cannot hold.
  ///
  /// `URL(string:)` alone would percent-encode the blanks of "not an address" and take it for one.
  init?(strict text: String) {
    self.init(string: text, encodingInvalidCharacters: false)
  }
}
