import Foundation
import Testing

@testable import Benchmarks

struct `A report` {
  private let report = Report(
    configuration: .release, rounds: 3,
    outcomes: [
      outcome("sending", subject: 13.74, reference: 14.02, ratio: 0.98, limit: 1),
      outcome("replaying a hundred", subject: 1999.6, reference: 99.96, ratio: 20.004, limit: 20),
    ])

  private static func outcome(
    _ name: String, subject: Double, reference: Double, ratio: Double, limit: Double
  ) -> Outcome {
    Outcome(
      comparison: Comparison(name: name, reference: "bare loop", limit: limit) {
        ({ _ in }, { _ in })
      },
      reading: Race.Reading(subject: subject, reference: reference, ratio: ratio))
  }

  @Test
  func `lines its columns up and counts what kept its limit`() {
    let lines = report.table().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines.suffix(6) == [
        "operation            compared with    ns  its ns  ratio  limit",
        "sending              bare loop      13.7    14.0   0.98   1.00  ok",
        "replaying a hundred  bare loop      2000     100  20.00  20.00  over",
        "",
        "1 of 2 within their limits",
        "",
      ])
  }

  @Test
  func `has its numbers as numbers in JSON`() throws {
    struct Document: Decodable {
      struct Entry: Decodable {
        let name: String
        let ratio: Double
        let isWithinLimit: Bool
      }

      let configuration: String
      let rounds: Int
      let comparisons: [Entry]
    }

    let document = try JSONDecoder().decode(Document.self, from: Data(report.json().utf8))
    #expect(document.configuration == "release")
    #expect(document.rounds == 3)
    #expect(document.comparisons.map(\.name) == ["sending", "replaying a hundred"])
    #expect(document.comparisons.map(\.ratio) == [0.98, 20.004])
    #expect(document.comparisons.map(\.isWithinLimit) == [true, false])
  }

  @Test
  func `takes the middle of its rounds`() {
    let medians = [[3.0, 1, 2], [4, 1, 3, 2], [5]].map(Race.median)
    #expect(medians == [2, 2.5, 5])
  }
}

struct `A comparison` {
  @Test(arguments: Comparison.all)
  func `runs on both sides`(comparison: Comparison) {
    let (subject, reference) = comparison.prepare()
    let durations = [subject, reference].map { workload in
      ContinuousClock().measure { workload(1) }
    }
    #expect(durations.allSatisfy { $0 > .zero })
    #expect(comparison.limit > 0)
  }

  @Test
  func `of sending has the limits that are promised`() {
    let limits = Comparison.all.filter { $0.name.hasPrefix("PublishSubject onNext") }.map(\.limit)
    #expect(limits == [1.0, 0.75, 1.2, 0.35, 1.3, 0.35])
  }
}

extension Comparison: CustomTestStringConvertible {
  public var testDescription: String { "\(name) beside \(reference)" }
}
