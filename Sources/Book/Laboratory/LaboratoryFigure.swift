internal import Grading
internal import Workbook

/// A figure at the end of a page, in which a reader varies the scene.
struct LaboratoryFigure: Sendable {
  /// The scripts that build the figure, in the order in which they run.
  let scripts: [String]
  /// The table of right runs, for print.
  var table = ""
  let html: String

  /// Figures in which a reader moves observers, by the command that runs their page.
  static let moving = [
    "Chapter-Subjects publish-subject": moving(["PublishSubject"], [1, 2]),
    "Chapter-Subjects behavior-subject": moving(["BehaviorSubject"], [0, 1]),
    "Chapter-Subjects replay-subject": moving(["ReplaySubject"], [2, 3], first: 2),
    "Chapter-Subjects after-the-end":
      moving(["PublishSubject", "BehaviorSubject", "ReplaySubject"], [2, 5]),
    "Chapter-Subjects relays": moving(["PublishRelay", "BehaviorRelay", "ReplayRelay"], [1, 2]),
  ]

  /// A figure that starts with these moments and the kind at `first`.
  private static func moving(
    _ names: [String], _ moments: [Int], first: Int = 0
  ) -> LaboratoryFigure {
    let kinds = MovedObservers.all.filter { kind in names.contains { kind.name.hasPrefix($0) } }
    return LaboratoryFigure(
      scripts: kinds.map(\.path) + ["move.js"],
      html: "<figure class=\"picture move\" data-moments=\"\(moments[0]),\(moments[1])\" "
        + "data-first=\"\(first)\"></figure>\n")
  }
}

extension Laboratory.Recorded {
  /// The number of runs, and of right runs for each version.
  var count: (runs: Int, right: [Int]) {
    let runs = runs(from: root, versions.map { _ in true })
    return (runs.count, versions.indices.map { version in runs.count { $0[version] } })
  }

  /// For each run below a node, whether its versions are right.
  private func runs(from node: Laboratory.Node, _ isRight: [Bool]) -> [[Bool]] {
    let isRight = zip(isRight, node.outcomes).map { $0 && outcomes[$1].isWrong != true }
    return node.children.isEmpty ? [isRight] : node.children.flatMap { runs(from: $0, isRight) }
  }
}

extension LaboratoryFigure {
  /// The figure of a page's own laboratory. Without scripts, it shows how many runs are right.
  init(_ chosen: Laboratory.Recorded) {
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
    // An escaped `<` cannot end the element.
    let json = jsonText(chosen).replacing("<", with: "\\u003c")
    self.init(
      scripts: ["laboratory.js"], table: table,
      html: """
        <figure class="picture laboratory"><figcaption>\(chosen.task.escapedForHTML) Each of the \(runs) \
        sequences is a run of this chapter’s code.</figcaption>
        \(table)<noscript><p>To choose the steps, this page needs JavaScript.</p></noscript>
        <script type="application/json" class="recording">\(json)</script></figure>

        """)
  }
}
