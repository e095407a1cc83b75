/// A figure at the end of a page, in which a reader varies the scene.
struct LaboratoryFigure {
  /// The path of the page.
  let page: String
  /// The scripts that build the figure, in the order in which they run.
  let scripts: [String]
  /// The table of right runs, for print.
  var table = ""
  let html: String

  /// The figures in which a reader moves observers of these kinds of subject.
  static func all(of kinds: [MovedObservers.Kind]) -> [LaboratoryFigure] {
    [
      moving("publish-subject", kinds, ["PublishSubject"], [1, 2]),
      moving("behavior-subject", kinds, ["BehaviorSubject"], [0, 1]),
      moving("replay-subject", kinds, ["ReplaySubject"], [2, 3], first: 2),
      moving(
        "after-the-end", kinds, ["PublishSubject", "BehaviorSubject", "ReplaySubject"], [2, 5]),
      moving("relays", kinds, ["PublishRelay", "BehaviorRelay", "ReplayRelay"], [1, 2]),
    ]
  }

  /// A figure for the kinds whose names begin with one of `names`. It starts with these moments,
  /// and with the kind at index `first`.
  private static func moving(
    _ slug: String, _ kinds: [MovedObservers.Kind], _ names: [String], _ moments: [Int],
    first: Int = 0
  ) -> LaboratoryFigure {
    let kinds = kinds.filter { kind in names.contains { kind.name.hasPrefix($0) } }
    return LaboratoryFigure(
      page: "Subjects/\(slug).html", scripts: kinds.map(\.path) + ["move.js"],
      html: "<figure class=\"picture move\" data-moments=\"\(moments[0]),\(moments[1])\" "
        + "data-first=\"\(first)\"></figure>\n")
  }
}
