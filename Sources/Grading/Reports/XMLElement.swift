/// A piece of XML: written with every special character escaped and none that XML forbids.
struct XMLElement {
  let name: String
  var attributes: [(name: String, value: String)] = []
  var text = ""
  var children: [XMLElement] = []

  /// With a line per element, indented by two spaces a level.
  func lines(level: Int = 0) -> [String] {
    let indentation = String(repeating: "  ", count: level)
    let start = ([name] + attributes.map { "\($0.name)=\"\($0.value.escapedForXMLAttribute)\"" })
      .joined(separator: " ")
    if text.isEmpty && children.isEmpty { return ["\(indentation)<\(start)/>"] }
    if children.isEmpty { return ["\(indentation)<\(start)>\(text.escapedForXML)</\(name)>"] }
    return ["\(indentation)<\(start)>"] + children.flatMap { $0.lines(level: level + 1) }
      + ["\(indentation)</\(name)>"]
  }
}

extension String {
  /// Line breaks as references, because a reader of attributes would take them for spaces.
  fileprivate var escapedForXMLAttribute: String {
    escapedForXML.replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }

  fileprivate var escapedForXML: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t", "\u{20}"..."\u{D7FF}", "\u{E000}"..."\u{FFFD}", "\u{10000}"...:
        escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append("\u{FFFD}")
      }
    }
    return escaped
  }
}
