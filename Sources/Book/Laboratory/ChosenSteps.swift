internal import Foundation
internal import Grading
internal import Workbook

extension Laboratory.Recorded {
  /// The number of runs, and for each version the number of runs without a violation of the rule.
  var count: (runs: Int, right: [Int]) {
    count(from: root, isRight: versions.map { _ in true })
  }

  private func count(from node: Laboratory.Node, isRight: [Bool]) -> (runs: Int, right: [Int]) {
    let isRight = zip(isRight, node.outcomes).map { $0 && outcomes[$1].isWrong != true }
    guard !node.children.isEmpty else { return (1, isRight.map { $0 ? 1 : 0 }) }
    return node.children.reduce((0, versions.map { _ in 0 })) { sum, child in
      let count = count(from: child, isRight: isRight)
      return (sum.runs + count.runs, zip(sum.right, count.right).map(+))
    }
  }
}

extension LaboratoryFigure {
  /// The figure of a page's own laboratory. Without scripts, it shows how many runs are right.
  init(_ chosen: Laboratory.Recorded, on page: String) throws {
    let (runs, right) = chosen.count
    let heads = chosen.versions.map { "<th scope=\"col\" class=\"number\">\($0)</th>" }
    let numbers = right.map { "<td class=\"number\">\($0)</td>" }
    let table =
      chosen.rule.map { rule in
        """
        <table class="sum"><thead><tr><th scope="col">A run is right if \(rule.escapedForHTML).</th>\
        \(heads.joined())</tr></thead>
        <tbody><tr><th scope="row">runs that are right, of \(runs)</th>\(numbers.joined())</tr></tbody></table>

        """
      } ?? ""
    let json = String(decoding: try JSONEncoder.ofBook.encode(chosen), as: UTF8.self)
      // An escaped `<` cannot end the element.
      .replacing("<", with: "\\u003c")
    self.init(
      page: page, scripts: ["laboratory.js"], table: table,
      html: """
        <figure class="picture laboratory"><figcaption>\(chosen.task.escapedForHTML) Each of the \(runs) \
        sequences is a run of this chapter’s code.</figcaption>
        \(table)<noscript><p>To choose the steps, this page needs JavaScript.</p></noscript>
        <script type="application/json" class="recording">\(json)</script></figure>

        """)
  }
}
