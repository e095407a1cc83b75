internal import Foundation

extension GradingResult {
  /// JUnit XML: a suite per exercise and a test case per check, in their order.
  ///
  /// FAIL is a `failure`, a check without a comparison an `error`, and a check that did not run is
  /// `skipped`. Points are properties of cases and suites.
  package func junit() -> String {
    let checks = exercises.flatMap(\.checks)
    let root = XMLElement(
      name: "testsuites",
      attributes: [("name", "workbook")] + checks.counts + [("time", seconds.forJUnit)],
      children: exercises.map { $0.suite(of: self) })
    return (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"] + root.lines()).map { $0 + "\n" }
      .joined()
  }
}

extension ExerciseResult {
  fileprivate func suite(of result: GradingResult) -> XMLElement {
    let work = result.work.map { [("work", $0.name), ("date", $0.date.ISO8601Format())] } ?? []
    let properties =
      work + (sha256.map { [("sha256", $0)] } ?? []) + review.map { ("review", "\($0)") } + [
        ("score", "\(score)"), ("maximum", "\(maximum)"), ("seed", "\(result.seed)"),
        ("isolation", result.isolation.rawValue), ("toolchain", result.toolchain),
        ("workbook", WorkbookVersion.current),
      ]
    return XMLElement(
      name: "testsuite",
      attributes: [("name", exercise)] + checks.counts + [("time", seconds.forJUnit)],
      children: [.properties(properties)] + checks.map { testCase($0) })
  }

  private func testCase(_ check: CheckResult) -> XMLElement {
    let points = [("score", "\(check.score)"), ("maximum", "\(check.maximum)")]
    let summary = check.explanation.isEmpty ? check.verdict.wordsOfCheck : check.explanation
    let attributes = [
      ("message", summary.replacing("\n", with: " ")), ("type", check.verdict.rawValue),
    ]
    let outcome: XMLElement? =
      switch check.verdict.kind {
      case .passed: nil
      case .failed: XMLElement(name: "failure", attributes: attributes, text: account(of: check))
      case .broken: XMLElement(name: "error", attributes: attributes, text: account(of: check))
      case .skipped: XMLElement(name: "skipped", attributes: [attributes[0]])
      }
    return XMLElement(
      name: "testcase",
      attributes: [
        ("classname", "\(chapter).\(exercise)"), ("name", "\(check.number) \(check.name)"),
        ("time", check.seconds.forJUnit),
      ],
      children: [.properties(points)] + [outcome].compactMap(\.self))
  }
}

extension [CheckResult] {
  fileprivate var counts: [(name: String, value: String)] {
    let count = { (kind: Verdict.Kind) in "\(filter { $0.verdict.kind == kind }.count)" }
    return [
      ("tests", "\(self.count)"), ("failures", count(.failed)), ("errors", count(.broken)),
      ("skipped", count(.skipped)),
    ]
  }
}

extension Double {
  fileprivate var forJUnit: String { String(format: "%.3f", wholeMilliseconds) }
}

/// An XML element. Escapes special characters, and replaces those that XML forbids.
struct XMLElement {
  let name: String
  var attributes: [(name: String, value: String)] = []
  var text = ""
  var children: [XMLElement] = []

  static func properties(_ values: [(String, String)]) -> XMLElement {
    XMLElement(
      name: "properties",
      children: values.map {
        XMLElement(name: "property", attributes: [("name", $0), ("value", $1)])
      })
  }

  /// The text, with a line per element and two spaces per level.
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
  /// Line breaks become character references, because XML parsers replace them in attributes.
  fileprivate var escapedForXMLAttribute: String {
    escapedForXML.replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }
}
