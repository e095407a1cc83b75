internal import Foundation
internal import Grading

/// Pairs of similar texts of a class, exercise by exercise, including the workbook's own solutions.
struct ClassSimilarity: Sendable {
  /// The most similar first.
  let pairs: [Similarity.Pair]
  let crowds: [Similarity.Crowd]

  /// The exercises are in the order of the files of a snapshot. `threads` exercises are compared at
  /// a time. `text` returns the text with a hash.
  init(
    _ snapshots: [SubmissionSnapshot], exercises: [Exercise], package: PackageFolder, threads: Int,
    text: @escaping @Sendable (String) -> String?
  ) {
    let found = Array(exercises.enumerated()).concurrentMap(threads: threads) { place, exercise in
      var owners: [String: [String]] = [:]
      var hashes: [String] = []
      for snapshot in snapshots {
        guard let hash = snapshot.files[place].hash else { continue }
        if owners[hash] == nil { hashes.append(hash) }
        owners[hash, default: []].append(snapshot.learner.entry)
      }
      let texts = hashes.compactMap { hash in
        text(hash).map { Similarity.Text(learners: owners[hash, default: []], text: $0) }
      }
      let stub = (try? SubmittedFile.text(of: package.stub(exercise))) ?? ""
      return Similarity(texts + package.knownTexts(of: exercise), of: exercise.name, stub: stub)
    }
    crowds = found.compactMap(\.crowd)
    pairs = found.flatMap(\.pairs).sorted { $0.score > $1.score }
  }

  /// `similarity.csv`. Learners with the same text share a cell.
  func table() -> String {
    let header = ["exercise", "first", "second", "similarity", "shared passages"]
    return CSVText.of(
      header,
      crowds.map { crowd in
        [.text(crowd.exercise), .text(crowd.side.text.label), .text(crowd.words)]
          + [.empty, .number(crowd.side.prints.count)]
      }
        + pairs.map { pair in
          [.text(pair.exercise), .text(pair.first.text.label), .text(pair.second.text.label)]
            + [.text(pair.score.inParts(of: 100)), .number(pair.shared)]
        })
  }
}

extension PackageFolder {
  fileprivate func knownTexts(of exercise: Exercise) -> [Similarity.Text] {
    let folder = alternatives(exercise)
    let others = Submission.entries(of: folder).map { name in
      ("the alternative \(name.dropLast(6))", folder.appending(path: name))
    }
    return ([("the solution", solution(exercise))] + others).compactMap { name, url in
      (try? SubmittedFile.text(of: url)).map { Similarity.Text(name: name, text: $0) }
    }
  }
}
