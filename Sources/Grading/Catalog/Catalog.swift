/// All exercises, and the first rungs of each chapter.
package enum Catalog {
  /// The rungs and the exercises, in the order in which the texts of the chapters prepare them.
  package static let all: [Exercise] = [
    .secondObserver, .whichSubject, .publishSubject, .replayBuffer, .feed, .relayHub, .broadcast,
    .serverCalls, .whichSource, .newsShelf, .cachedNews, .backendChange, .sharedNews,
    .likeEverywhere,
    .whichLevel, .nextLaunch, .dirtyFlag, .fileProvider, .chain, .threeLevels, .observedName,
    .binding, .renameOrder, .whichLayer, .nameChange, .renameService, .userTable, .asyncRenames,
    .taskList, .taskThread, .artistStore, .twoVersions, .liveResults, .handOver, .confinement,
  ]

  /// The exercises with points, in the order in which they are numbered.
  package static let exercises = all.filter { !$0.isRung }

  /// The first rungs, which have no points.
  package static let rungs = all.filter(\.isRung)

  /// The exercise or rung with a name, which is case-sensitive. Nil if there is none.
  package static func exercise(named name: String) -> Exercise? { all.first { $0.name == name } }

  /// The exercise's number, counted from 1. Rungs are numbered separately.
  package static func number(of exercise: Exercise) -> Int {
    let list = exercise.isRung ? rungs : exercises
    return (list.firstIndex { $0.name == exercise.name } ?? list.count) + 1
  }
}
