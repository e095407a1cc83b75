internal import Foundation
internal import Subcommands

/// The contents of an exercise's file at each check, reset and undo:
/// `.workbook/attempts/NAME/0001.swift`, or `0001.txt` for a prediction. An attempt is never
/// removed or changed.
struct Attempts {
  struct Attempt: Equatable {
    let number: Int
    let content: Data
  }

  let folder: URL
  private let state: URL
  private let fileExtension: String

  init(of exercise: String, in state: URL, fileExtension: String = "swift") {
    self.state = state
    self.fileExtension = fileExtension
    folder = state.appending(path: "attempts").appending(path: exercise)
  }

  /// The attempts, in the order of their numbers.
  func all() throws(FileError) -> [Attempt] {
    try numbers().map { number throws(FileError) in
      Attempt(number: number, content: try Files.read(url(number)))
    }
  }

  /// Stores a content, unless it equals the last attempt, and returns its number. Other processes
  /// may do so at the same time.
  @discardableResult
  func keep(_ content: Data) throws(FileError) -> Int {
    try StateLock.hold(in: state) { () throws(FileError) in
      let last = numbers().last
      if let last, try Files.read(url(last)) == content { return last }
      let number = (last ?? 0) + 1
      try Files.write(content, to: url(number))
      return number
    }
  }

  func url(_ number: Int) -> URL {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return folder.appending(path: "\(zeros)\(digits).\(fileExtension)")
  }

  private func numbers() -> [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".\(fileExtension)") }
      .compactMap { $0.wholeMatch(of: /(\d+)\.\w+/).flatMap { Int($0.output.1) } }
      .sorted()
  }
}

/// An undo or a redo: whether the current content is stored first, and which attempt is restored.
struct UndoPlan: Equatable {
  /// Whether an undo stores the current content first, because it is not an attempt yet.
  let keepsCurrent: Bool
  /// The attempt that an undo restores. Nil if there is no previous one.
  let target: Int?
  /// The attempt that a redo restores. Nil if there is no later one, or if the current content is
  /// not an attempt.
  let next: Int?

  /// The stub is not stored. `position` is the number of the attempt that was restored last, since
  /// several may be equal.
  init(current: Data?, stub: Data, attempts: [Attempts.Attempt], position: Int?) {
    let same = attempts.indices.filter { attempts[$0].content == current }
    let place = same.first { attempts[$0].number == position } ?? same.last
    keepsCurrent = place == nil && current != nil && current != stub
    target = attempts[..<(place ?? attempts.count)].last { $0.content != current }?.number
    next = place.flatMap { place in
      attempts[place...].first { $0.content != current }?.number
    }
  }
}
