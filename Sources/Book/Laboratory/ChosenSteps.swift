internal import Foundation
internal import Grading

/// The laboratory of a page: all orders of its steps, as `--record` writes them. Docs/Recording.md describes it.
struct ChosenSteps: Codable {
  struct Outcome: Codable {
    let cells: [String]
    let events: [String]
    let isWrong: Bool?
  }

  /// A step, the numbers of its outcomes, and what may follow; in JSON an array of all three.
  struct Node: Codable {
    let step: Int
    let outcomes: [Int]
    let children: [Node]

    init(from decoder: any Decoder) throws {
      var values = try decoder.unkeyedContainer()
      step = try values.decode(Int.self)
      var outcomes: [Int] = []
      while let outcome = try? values.decode(Int.self) { outcomes.append(outcome) }
      self.outcomes = outcomes
      var children: [Node] = []
      while !values.isAtEnd { children.append(try values.decode(Node.self)) }
      self.children = children
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.unkeyedContainer()
      try ([step] + outcomes).forEach { try values.encode($0) }
      try children.forEach { try values.encode($0) }
    }
  }

  let columns: [String]
  let outcomes: [Outcome]
  let root: Node
  let rule: String?
  let steps: [String]
  let task: String
  let versions: [String]

  /// The number of runs, and for each version the number of those in which nothing is wrong.
  var count: (runs: Int, right: [Int]) {
    count(from: root, isRight: versions.map { _ in true })
  }

  private func count(from node: Node, isRight: [Bool]) -> (runs: Int, right: [Int]) {
    let isRight = zip(isRight, node.outcomes).map { $0 && outcomes[$1].isWrong != true }
    guard !node.children.isEmpty else { return (1, isRight.map { $0 ? 1 : 0 }) }
    return node.children.reduce((0, versions.map { _ in 0 })) { sum, child in
      let count = count(from: child, isRight: isRight)
      return (sum.runs + count.runs, zip(sum.right, count.right).map(+))
    }
  }
}

extension Laboratory {
  /// The figure of a page's own laboratory. Without scripts it shows how many of the runs are right.
  init(_ chosen: ChosenSteps, on page: String) throws {
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
    let json = try JSONEncoder.textOfScript(chosen)
    self.init(
      page: page, scripts: ["laboratory.js"],
      html: """
        <figure class="picture laboratory"><figcaption>\(chosen.task.escapedForHTML) Each of the \(runs) \
        sequences is a run of this chapter’s code.</figcaption>
        \(table)<noscript><p>To choose the steps, this page needs JavaScript.</p></noscript>
        <script type="application/json" class="recording">\(json)</script></figure>

        """)
  }
}
