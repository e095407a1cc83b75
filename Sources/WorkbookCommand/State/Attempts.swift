internal import Foundation

/// Everything that an exercise's file has held when it was checked, reset or undone:
/// `.workbook/attempts/NAME/0001.swift` and on. Nothing of it is ever removed or written again.
struct Attempts {
  struct Attempt: Equatable {
    let number: Int
    let content: Data
  }

  let folder: URL
  private let state: URL

  init(of exercise: String, in state: URL) {
    self.state = state
    folder = state.appending(path: "attempts").appending(path: exercise)
  }

  /// In the order in which they were kept.
  func all() throws(FileError) -> [Attempt] {
    var attempts: [Attempt] = []
    for number in numbers() {
      attempts.append(Attempt(number: number, content: try Files.read(url(number))))
    }
    return attempts
  }

  /// Keeps a content, unless it is the one that was kept last. Other processes may do the same at the same time.
  ///
  /// - Returns: its number.
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
    return folder.appending(path: "\(zeros)\(digits).swift")
  }

  private func numbers() -> [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.compactMap { $0.wholeMatch(of: /(\d+)\.swift/).flatMap { Int($0.output.1) } }
      .sorted()
  }
}

/// What undo does: whether the present content is kept first, and which attempt comes back.
struct UndoPlan: Equatable {
  let keepsCurrent: Bool
  /// Nil when there is nothing to go back to.
  let target: Int?

  /// - Parameters:
  ///   - current: what is in the file; nil when there is no file.
  ///   - stub: the file as it was handed out, which need not be kept.
  ///   - attempts: in the order in which they were kept.
  ///   - position: the number of the attempt that the last undo brought back. The same content may have been
  ///     kept more than once, and this number identifies one.
  init(current: Data?, stub: Data, attempts: [Attempts.Attempt], position: Int?) {
    let same = attempts.indices.filter { attempts[$0].content == current }
    let place = same.first { attempts[$0].number == position } ?? same.last
    keepsCurrent = place == nil && current != nil && current != stub
    target = attempts[..<(place ?? attempts.count)].last { $0.content != current }?.number
  }
}
