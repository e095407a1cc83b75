import Workbook

@main
enum Subjects: Chapter {
  static let title = "Subjects and relays: which observer receives what, starting when"

  static let pages: [Page] = [
    .publishSubject, .behaviorSubject, .replaySubject, .weather, .lostFirstValue, .noInitialValue,
    .afterTheEnd, .error, .relays, .children, .pageState, .hub, .disposeBag,
  ]
}
