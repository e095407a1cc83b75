internal import Foundation
internal import Grading

/// Pairs of similar texts of a class, exercise by exercise, including the workbook's own solutions.
struct ClassSimilarity: Sendable {
  struct Pair: Sendable {
    let exercise: String
    let first: Side
    let second: Side
    let score: Double
    let shared: Int
  }

  struct Side: Sendable {
    let text: Similarity.Text
    let prints: [Fingerprints.Print]
    let others: [Fingerprints.Print]

    /// The lines of common passages, counted from 0. Computed only for the pairs that are shown.
    var marked: Set<Int> {
      let hashes = Set(others.map(\.hash))
      return prints.reduce(into: []) { lines, print in
        if hashes.contains(print.hash) { lines.formUnion(print.lines) }
      }
    }
  }

  /// Texts of an exercise of which at least half is shared by more than half of the learners.
  struct Crowd: Sendable {
    let exercise: String
    /// The learners of all the texts, with the first text and its common passages.
    let side: Side
    let count: Int

    /// `13 of 24 learners share these passages`
    var words: String { "\(side.text.learners.count) of \(count) learners share these passages" }
  }

  let pairs: [Pair]
  /// Passages that many learners share do not count in pairs of learners, so they are reported
  /// here.
  let crowds: [Crowd]

  /// The exercises are in the order of the files of a snapshot. `threads` exercises are compared at
  /// a time. `text` returns the text with a hash.
  init(
    _ snapshots: [SubmissionSnapshot], exercises: [Exercise], package: PackageFolder, threads: Int,
    text: @escaping @Sendable (String) -> String?
  ) {
    let found = exercises.enumerated().map { ($0.offset, $0.element) }
      .concurrentMap(threads: threads) { place, exercise in
        Self.compare(exercise, place, snapshots, package, text)
      }
    crowds = found.compactMap(\.crowd)
    pairs = found.map(\.pairs).joined().enumerated()
      .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(\.element)
  }

  private static func compare(
    _ exercise: Exercise, _ place: Int, _ snapshots: [SubmissionSnapshot], _ package: PackageFolder,
    _ text: (String) -> String?
  ) -> (pairs: [Pair], crowd: Crowd?) {
    var owners: [String: [String]] = [:]
    var hashes: [String] = []
    for snapshot in snapshots {
      guard let hash = snapshot.files[place].hash else { continue }
      if owners[hash] == nil { hashes.append(hash) }
      owners[hash, default: []].append(snapshot.learner.entry)
    }
    let texts =
      hashes.compactMap { hash in
        text(hash).map { Similarity.Text(learners: owners[hash, default: []], text: $0) }
      } + package.knownTexts(of: exercise)
    let stub = (try? SubmittedFile.text(of: package.stub(exercise))) ?? ""
    let similarity = Similarity(texts, stub: stub)
    let identical = texts.indices.flatMap { index -> [Pair] in
      let (text, prints) = (texts[index], similarity.prints(of: index, beside: index))
      guard text.learners.count > 1, Similarity.isTelling(prints) else { return [] }
      let side = { (learner: String) in
        Side(
          text: Similarity.Text(learners: [learner], text: text.text), prints: prints,
          others: prints)
      }
      return text.learners.dropFirst().map { learner in
        Pair(
          exercise: exercise.name, first: side(text.learners[0]), second: side(learner), score: 1,
          shared: prints.count)
      }
    }
    let similar = similarity.pairs.map { pair in
      let side = { (index: Int, other: Int) in
        Side(
          text: texts[index], prints: similarity.prints(of: index, beside: other),
          others: similarity.prints(of: other, beside: index))
      }
      return Pair(
        exercise: exercise.name, first: side(pair.first, pair.second),
        second: side(pair.second, pair.first), score: pair.score, shared: pair.shared)
    }
    let crowd = similarity.crowd.first.map { first in
      // In the order of the class.
      let learners = similarity.crowd.flatMap { texts[$0].learners }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let prints = similarity.commonPrints(of: first)
      return Crowd(
        exercise: exercise.name,
        side: Side(
          text: Similarity.Text(learners: learners, text: texts[first].text), prints: prints,
          others: prints),
        count: owners.values.reduce(0) { $0 + $1.count })
    }
    return (identical + similar, crowd)
  }

  /// `similarity.csv`: a row for each crowd and each pair. Learners with the same text share a
  /// cell.
  func table() -> String {
    let header = ["exercise", "first", "second", "similarity", "shared passages"]
    return CSVText.of(
      [header.map(Cell.text)]
        + crowds.map { crowd in
          [.text(crowd.exercise), .text(crowd.side.text.label), .text(crowd.words)]
            + [.empty, .number(crowd.side.prints.count)]
        }
        + pairs.map { pair in
          [.text(pair.exercise), .text(pair.first.text.label), .text(pair.second.text.label)]
            + [.text(pair.score.inTwoDecimals), .number(pair.shared)]
        })
  }
}

extension Double {
  /// `0.93`. The locale does not matter.
  var inTwoDecimals: String {
    let hundredths = Int((self * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
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
