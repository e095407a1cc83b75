import Workbook

@main
enum Subjects: Chapter {
  static let title = "Subjects and relays: which observer receives what, starting when"

  static let pages: [Page] = [
    .broadcast, .remembering, .publishSubject, .replaySubject, .behaviorSubject, .weather,
    .afterTheEnd, .error, .leaving, .disposeBag, .actingInside, .subscribingInside, .twoThreads,
    .operators, .lostFirstValue, .noInitialValue, .pageState, .children, .relays, .hub,
  ]
}
