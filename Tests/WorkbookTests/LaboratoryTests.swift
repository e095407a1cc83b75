import Foundation
import Testing

@testable import Workbook

@MainActor
struct `A laboratory` {
  /// A run whose steps add to a number.
  private final class Adding: LaboratoryRun {
    enum Step: String, CaseIterable { case one, ten }

    private(set) var sum: Int
    init(from start: Int = 0) { sum = start }

    func take(_ step: Step) -> [String] {
      sum += step == .one ? 1 : 10
      return ["add \(step)"]
    }

    var cells: [String] { ["\(sum)"] }

    var isWrong: Bool { sum == 11 }
  }

  private func laboratory(
    following: @escaping @Sendable ([Adding.Step]) -> [Adding.Step],
    fixed:
      @escaping @MainActor @Sendable (
        _ last: (any LaboratoryRun<Adding.Step>)?
      ) -> any LaboratoryRun<Adding.Step>
  ) -> Laboratory {
    Laboratory(
      "Add.", rule: "it is not 11", columns: ["sum"], asWritten: { _ in Adding() }, fixed: fixed,
      following: following)
  }

  @Test
  func `has every order once, and each outcome once`() throws {
    let recorded = try laboratory(following: { $0.count < 2 ? Adding.Step.allCases : [] }) { _ in
      Adding(from: 1)
    }.record()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(recorded), as: UTF8.self)
    #expect(text.contains(#""root":[-1,0,3,[0,1,2,[0,2,4],[1,5,6]],[1,7,5,[0,8,9],[1,10,11]]]"#))
    let outcomes = recorded.outcomes.map { outcome in
      (outcome.events + outcome.cells).joined(separator: ": ")
        + (outcome.isWrong == true ? "!" : "")
    }
    #expect(
      outcomes == [
        "0", "add one: 1", "add one: 2", "1", "add one: 3", "add ten: 11!", "add ten: 12",
        "add ten: 10", "add one: 11!", "add one: 12", "add ten: 20", "add ten: 21",
      ])
    #expect(recorded.versions == ["as written", "fixed"])
  }

  @Test
  func `takes only steps that may follow`() throws {
    let recorded = try laboratory(following: { $0.isEmpty ? [.ten] : $0 == [.ten] ? [.one] : [] }) {
      _ in
      Adding()
    }.record()
    #expect(recorded.root.children.map(\.step) == [1])
    #expect(recorded.root.children.first?.children.map(\.step) == [0])
    #expect(recorded.outcomes.count == 3)
  }

  @Test
  func `is refused when runs with the same beginning differ`() {
    let error = #expect(throws: Laboratory.Unrepeatable.self) {
      try laboratory(following: { $0.count < 2 ? Adding.Step.allCases : [] }) { last in
        // The second run starts with the result of the first one.
        Adding(from: (last as? Adding)?.sum ?? 0)
      }.record()
    }
    #expect(error?.steps == ["one"])
  }
}
