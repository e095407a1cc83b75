internal import Foundation

/// JSON with keys in the order of the alphabet, so that equal values are equal texts.
package enum JSONText {
  package static func encode(_ value: some Encodable, naming: Naming = .asWritten) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    if naming == .snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      fatalError("a report holds only strings and finite numbers, but: \(error)")
    }
  }

  package enum Naming {
    case asWritten
    case snakeCase
  }
}

extension Double {
  /// Whole milliseconds, so that a report does not claim to know more; not a number is no time.
  var wholeMilliseconds: Double { isFinite ? (self * 1_000).rounded() / 1_000 : 0 }
}

extension String {
  /// Course systems refuse texts that are empty.
  var nonEmpty: String { isEmpty ? "-" : self }
}
