import Workbook

@main
enum Subjects: Chapter {
  static let title = "Subjects and relays: who hears what, and from when on"

  static let pages: [Page] = [
    .publishSubject, .behaviorSubject, .replaySubject, .weather, .lostFirstValue, .noInitialValue,
    .afterTheEnd, .error, .relays, .children, .pageState, .hub, .disposeBag,
  ]

  static let drawsMarbles = true
}
