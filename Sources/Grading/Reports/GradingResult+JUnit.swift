internal import Foundation

extension GradingResult {
  /// JUnit XML: a suite per exercise and a test case per check, in their order.
  ///
  /// FAIL is a `failure`, a check without a comparison an `error`, and a check that did not run is
  /// `skipped`. Points are properties of cases and suites.
  package func junit() -> String {
    let checks = exercises.flatMap(\.checks)
    let root = element(
      "testsuites", [("name", "workbook")] + checks.counts + [("time", seconds.forJUnit)],
      exercises.map { $0.suite(of: self) })
    return (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"] + root).map { $0 + "\n" }.joined()
  }
}

extension ExerciseResult {
  fileprivate func suite(of result: GradingResult) -> [String] {
    let work = result.work.map { [("work", $0.name), ("date", $0.date.ISO8601Format())] } ?? []
    let properties =
      work + (sha256.map { [("sha256", $0)] } ?? []) + review.map { ("review", "\($0)") } + [
        ("score", "\(score)"), ("maximum", "\(maximum)"), ("seed", "\(result.seed)"),
        ("isolation", result.isolation.rawValue), ("toolchain", result.toolchain),
        ("workbook", WorkbookVersion.current),
      ]
    return element(
      "testsuite", [("name", exercise)] + checks.counts + [("time", seconds.forJUnit)],
      [element(properties: properties)] + checks.map { testCase($0) })
  }

  private func testCase(_ check: CheckResult) -> [String] {
    let points = [("score", "\(check.score)"), ("maximum", "\(check.maximum)")]
    let summary = check.explanation.isEmpty ? check.verdict.wordsOfCheck : check.explanation
    let attributes = [
      ("message", summary.replacing("\n", with: " ")), ("type", check.verdict.rawValue),
    ]
    let outcome =
      switch check.verdict.kind {
      case .passed: [String]()
      case .failed: element("failure", attributes, text: account(of: check))
      case .broken: element("error", attributes, text: account(of: check))
      case .skipped: element("skipped", [attributes[0]])
      }
    return element(
      "testcase",
      [
        ("classname", "\(chapter).\(exercise)"), ("name", "\(check.number) \(check.name)"),
        ("time", check.seconds.forJUnit),
      ], [element(properties: points), outcome])
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

/// An XML element's lines, two spaces per level. Escapes special and replaces forbidden characters.
private func element(
  _ name: String, _ attributes: [(name: String, value: String)], text: String = "",
  _ children: [[String]] = []
) -> [String] {
  let start = ([name] + attributes.map { "\($0.name)=\"\($0.value.escapedForXMLAttribute)\"" })
    .joined(separator: " ")
  guard children.isEmpty else {
    return ["<\(start)>"] + children.joined().map { "  " + $0 } + ["</\(name)>"]
  }
  return [text.isEmpty ? "<\(start)/>" : "<\(start)>\(text.escapedForXML)</\(name)>"]
}

private func element(properties: [(String, String)]) -> [String] {
  element("properties", [], properties.map { element("property", [("name", $0), ("value", $1)]) })
}

extension String {
  /// Line breaks become character references, because XML parsers replace them in attributes.
  fileprivate var escapedForXMLAttribute: String {
    escapedForXML.replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
  }
}
