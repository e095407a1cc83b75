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

  /// The exercise with a name, whose case matters. Nil if there is none.
  package static func exercise(named name: String) -> Exercise? {
    exercises.first { $0.name == name }
  }

  /// The exercise's place in the list, counted from 1. It is the first part of the numbers of its checks.
  package static func number(of exercise: Exercise) -> Int {
    (exercises.firstIndex { $0.name == exercise.name } ?? exercises.count) + 1
  }
}
