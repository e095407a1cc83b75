/// A figure at the end of a page in which a reader changes what happens.
struct Laboratory {
  /// The path of the page.
  let page: String
  /// Its scripts in the order in which they run, which build the figure.
  let scripts: [String]
  let html: String

  static let all: [Laboratory] = [
    moving("publish-subject", "PublishSubject", [1, 2]),
    moving("behavior-subject", "BehaviorSubject", [0, 1]),
    moving("replay-subject", "ReplaySubject", [2, 3], first: 2),
    moving("after-the-end", "PublishSubject,BehaviorSubject,ReplaySubject", [2, 5]),
    moving("relays", "PublishRelay,BehaviorRelay,ReplayRelay", [1, 2]),
  ]

  /// Two observers of these kinds of subject, which begin at these moments with one of the kinds.
  private static func moving(
    _ slug: String, _ kinds: String, _ moments: [Int], first: Int = 0
  ) -> Laboratory {
    Laboratory(
      page: "Subjects/\(slug).html", scripts: ["moves.js", "move.js"],
      html: "<figure class=\"picture move\" data-kinds=\"\(kinds)\" "
        + "data-moments=\"\(moments[0]),\(moments[1])\" data-first=\"\(first)\"></figure>\n")
  }
}
