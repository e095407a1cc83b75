/// All exercises, in the order in which they are numbered.
package enum Catalog {
  package static let exercises: [Exercise] = [
    .publishSubject,
    .replayBuffer,
    .relayHub,
    .cachedNews,
    .likeEverywhere,
    .backendChange,
    .fileProvider,
    .chain,
    .threeLevels,
    .renameService,
    .binding,
    .userTable,
    .taskThread,
    .confinement,
    .liveResults,
  ]

  /// The exercise of a name, which is written as in the list; nil when there is none.
  package static func exercise(named name: String) -> Exercise? {
    exercises.first { $0.name == name }
  }

  /// Its place in the list, counted from 1; checks are numbered after it.
  package static func number(of exercise: Exercise) -> Int {
    (exercises.firstIndex { $0.name == exercise.name } ?? exercises.count) + 1
  }
}
