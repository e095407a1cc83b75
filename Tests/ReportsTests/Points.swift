import Foundation

@testable import Grading

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The points that every report format contains.
struct Points: Equatable {
  struct Check: Equatable {
    let number: String
    let score: Int
    let maximum: Int
    let isPassed: Bool
  }

  let score: Int
  let maximum: Int
  let checks: [Check]
}

extension Points {
  init(of result: GradingResult) {
    self.init(
      score: result.score, maximum: result.maximum,
      checks: result.exercises.flatMap(\.checks).map {
        Check(
          number: $0.number, score: $0.score, maximum: $0.maximum, isPassed: $0.verdict == .pass)
      })
  }
}

/// A JSON object, parsed without the types that encoded it.
struct JSONObject {
  let values: [String: Any]

  subscript(text key: String) -> String? { values[key] as? String }
  subscript(number key: String) -> Int? { values[key] as? Int }
  subscript(flag key: String) -> Bool? { values[key] as? Bool }
  subscript(objects key: String) -> [JSONObject] {
    ((values[key] as? [[String: Any]]) ?? []).map { JSONObject(values: $0) }
  }
}

extension JSONObject {
  init(_ text: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    self.init(values: (object as? [String: Any]) ?? [:])
  }
}

/// The elements of an XML text, read with Foundation's parser.
final class XMLReading: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""
    var children: [Element] = []

    /// The value of a JUnit property of this element.
    func property(_ name: String) -> String? {
      let list = children.first { $0.name == "properties" }?.children ?? []
      return list.first { $0.attributes["name"] == name }?.attributes["value"]
    }
  }

  struct NotXML: Error {
    let line: Int
  }

  private var open: [Element] = []
  private(set) var root = Element(name: "", attributes: [:])

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { throw NotXML(line: parser.lineNumber) }
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String]
  ) {
    open.append(Element(name: elementName, attributes: attributeDict))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    open[open.count - 1].text += string
  }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?
  ) {
    let element = open.removeLast()
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}
