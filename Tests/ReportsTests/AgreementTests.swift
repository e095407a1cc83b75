import Foundation
import Testing

@testable import Grading

struct `Every form of a report` {
  @Test(arguments: Sample.results.indices)
  func `has the same points for the same checks`(index: Int) throws {
    let result = Sample.results[index]
    let expected = Points(of: result)
    let points = try [
      ReportFormat.text: Points(text: result.text()),
      .json: Points(json: result.json()),
      .junit: Points(junit: result.junit()),
      .gradescope: Points(gradescope: result.gradescope()),
      .classroom50: Points(classroom50: result.classroom50(environment: [:])),
      .markdown: Points(markdown: result.markdown()),
    ]
    #expect(points.count == ReportFormat.allCases.count)
    for format in ReportFormat.allCases where points[format] != expected {
      Issue.record("\(format.rawValue) has \(String(describing: points[format])), not \(expected)")
    }
  }

  @Test(arguments: ReportFormat.allCases)
  func `is the same text for the same result`(format: ReportFormat) {
    for result in Sample.results {
      let first = format.text(of: result, environment: [:], visibility: nil)
      let second = format.text(of: result, environment: [:], visibility: nil)
      #expect(first == second)
      #expect(first.hasSuffix("\n") && !first.hasSuffix("\n\n"))
    }
  }
}

extension Points {
  fileprivate init(text: String) throws {
    let lines = text.split(separator: "\n")
    let total = lines.compactMap { $0.wholeMatch(of: /total: (\d+) of (\d+) points/)?.output }.last
    let headlines = lines.compactMap {
      $0.prefixMatch(of: /\w+: [A-Z-]+, (\d+) of (\d+) points/)?.output
    }
    let points = total ?? headlines.first
    let checks = lines.compactMap {
      $0.prefixMatch(of: #/  (\d+\.\d+) +([A-Z-]+) +(\d+) of (\d+)  /#)?.output
    }
    try self.init(points.map { ($0.1, $0.2) }, checks.map { ($0.1, $0.3, $0.4, $0.2 == "PASS") })
  }

  fileprivate init(json text: String) throws {
    let report = try JSONObject(text)
    self.init(
      report, maximum: report[number: "maximum"],
      report[objects: "exercises"].flatMap { $0[objects: "checks"] },
      number: "number", maximumKey: "maximum"
    ) { $0[text: "verdict"] == "PASS" }
  }

  fileprivate init(gradescope text: String) throws {
    let report = try JSONObject(text)
    let tests = report[objects: "tests"]
    self.init(
      report, maximum: tests.reduce(0) { $0 + ($1[number: "max_score"] ?? 0) }, tests,
      number: "number", maximumKey: "max_score"
    ) { $0[text: "status"] == "passed" }
  }

  fileprivate init(classroom50 text: String) throws {
    let report = try JSONObject(text)
    self.init(
      report, maximum: report[number: "max-score"], report[objects: "tests"],
      number: "test-name", maximumKey: "max-score"
    ) { $0[flag: "passed"] == true }
  }

  fileprivate init(junit text: String) throws {
    let suites = try XMLReading(text).root.children
    let sum = { (name: String) in
      suites.reduce(0) { $0 + (Int($1.property(name) ?? "") ?? -1) }
    }
    let cases = suites.flatMap { $0.children.filter { $0.name == "testcase" } }
    try self.init(
      ("\(sum("score"))"[...], "\(sum("maximum"))"[...]),
      cases.map { element in
        let number = (element.attributes["name"] ?? "").prefix { $0 != " " }
        let outcomes: Set = ["failure", "error", "skipped"]
        return (
          number, element.property("score")?[...] ?? "", element.property("maximum")?[...] ?? "",
          !element.children.contains { outcomes.contains($0.name) }
        )
      })
  }

  fileprivate init(markdown text: String) throws {
    let lines = text.split(separator: "\n")
    let total = lines.first?.wholeMatch(of: /# (\d+) of (\d+) points/)?.output
    let rows = lines.compactMap {
      $0.prefixMatch(of: /\| (\w+) \| [A-Z-]+ \| (\d+) \| (\d+) \|/)?.output
    }
    let checks = lines.compactMap {
      $0.wholeMatch(of: /\| (\d+\.\d+) \|.*\| ([A-Z-]+) \| (\d+) \| (\d+) \|/)?.output
    }
    let sum = rows.reduce(0) { $0 + (Int($1.2) ?? -1) }
    try #require(total.map { Int($0.1) == sum } == true, "the table and the heading differ")
    try self.init(total.map { ($0.1, $0.2) }, checks.map { ($0.1, $0.3, $0.4, $0.2 == "PASS") })
  }

  private init(
    _ total: (score: Substring, maximum: Substring)?,
    _ checks: [(number: Substring, score: Substring, maximum: Substring, isPassed: Bool)]
  ) throws {
    let total = try #require(total)
    self.init(
      score: try #require(Int(total.score)), maximum: try #require(Int(total.maximum)),
      checks: try checks.map {
        Check(
          number: String($0.number), score: try #require(Int($0.score)),
          maximum: try #require(Int($0.maximum)), isPassed: $0.isPassed)
      })
  }

  private init(
    _ report: JSONObject, maximum: Int?, _ tests: [JSONObject], number: String, maximumKey: String,
    isPassed: (JSONObject) -> Bool
  ) {
    self.init(
      score: report[number: "score"] ?? -1, maximum: maximum ?? -1,
      checks: tests.map { test in
        Check(
          number: String((test[text: number] ?? "").prefix { $0 != " " }),
          score: test[number: "score"] ?? -1, maximum: test[number: maximumKey] ?? -1,
          isPassed: isPassed(test))
      })
  }
}
