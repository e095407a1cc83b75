/// All exercises, and the first rungs of each chapter.
package enum Catalog {
  /// The exercises with points, in the order in which they are numbered.
  package static let exercises: [Exercise] = [
    .publishSubject,
    .replayBuffer,
    .relayHub,
    .broadcast,
    .cachedNews,
    .likeEverywhere,
    .backendChange,
    .sharedNews,
    .fileProvider,
    .chain,
    .threeLevels,
    .observedName,
    .renameService,
    .binding,
    .userTable,
    .asyncRenames,
    .taskThread,
    .confinement,
    .liveResults,
    .artistStore,
  ]

  /// The first rungs, in the order of the chapters.
  package static let rungs: [Exercise] = [
    .secondObserver,
    .whichSubject,
    .feed,
    .serverCalls,
    .whichSource,
    .newsShelf,
    .nextLaunch,
    .whichLevel,
    .dirtyFlag,
    .renameOrder,
    .whichLayer,
    .nameChange,
    .twoVersions,
    .handOver,
    .taskList,
  ]

  /// The rungs and the exercises of each chapter, rungs first.
  package static let all: [Exercise] = {
    var chapters: [String] = []
    for exercise in exercises where chapters.last != exercise.chapter {
      chapters.append(exercise.chapter)
    }
    return chapters.flatMap { chapter in
      (rungs + exercises).filter { $0.chapter == chapter }
    }
  }()

  /// The exercise or the rung with a name, whose case matters. Nil if there is none.
  package static func exercise(named name: String) -> Exercise? {
    all.first { $0.name == name }
  }

  /// The exercise's place in the list, counted from 1. Rungs are counted apart.
  package static func number(of exercise: Exercise) -> Int {
    let list = exercise.isRung ? rungs : exercises
    return (list.firstIndex { $0.name == exercise.name } ?? list.count) + 1
  }

  /// The first part of the numbers of its checks: `7`, and for a rung `r7`.
  package static func label(of exercise: Exercise) -> String {
    "\(exercise.isRung ? "r" : "")\(number(of: exercise))"
  }
}
