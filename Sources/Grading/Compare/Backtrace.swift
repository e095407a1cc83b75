internal import Exercising
internal import Foundation

/// The code addresses that a ``BacktraceHandler`` reports, innermost frame first.
struct Backtrace: Sendable {
  let threads: [[String]]

  /// Reads the output of a handler. Incomplete reports and library frames are dropped.
  init(_ bytes: some Collection<UInt8>) {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let parts = lines.split(
      separator: BacktraceHandler.end[...], omittingEmptySubsequences: false)
    threads = parts.dropLast().map(Self.addresses)
  }

  static func isComplete(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.reversed().starts(with: "\n\(BacktraceHandler.end)\n".utf8.reversed())
  }

  private static func addresses(_ lines: ArraySlice<Substring>) -> [String] {
    let places = lines.filter { !$0.isEmpty }
      .map { $0.firstMatch(of: #/(.*)\(\+0x([0-9a-f]{1,12})\)\[0x[0-9a-f]+\]$/#)?.output }
    // The first frames are the handler's own, the next is the system's, which called it.
    let program = places.first??.1
    let addresses = places.map { $0?.1 == program ? $0.flatMap { Int($0.2, radix: 16) } : nil }
    guard let call = addresses.firstIndex(of: nil) else { return [] }
    return zip(addresses.indices, addresses).dropFirst(call + 1).compactMap { index, address in
      // The frame of a caller holds the address of its next instruction.
      address.map { String(index == call + 1 ? $0 : max($0 - 1, 0), radix: 16) }
    }
  }
}

struct SourcePlace: Sendable, Hashable {
  /// Counted from 1.
  let line: Int
  /// In bytes, counted from 1. Zero if the column is unknown.
  let column: Int

  /// The place in the form of a compiler diagnostic: path in the package, a note such as
  /// `crashed here`, source line, and a caret below it. Nil if the source has no such line.
  func text(_ note: String, in source: String, of exercise: Exercise) -> String? {
    let breaks: [Character] = ["\n", "\r\n", "\r"]
    let lines = source.split(omittingEmptySubsequences: false) { breaks.contains($0) }
    guard lines.indices.contains(line - 1) else { return nil }
    let code = lines[line - 1]
    let place = ["\(line)"] + (column > 0 ? ["\(column)"] : [])
    let heading = "\(exercise.folder)/Exercise.swift:\(place.joined(separator: ":")): \(note)"
    var marks = ""
    if column > 0, column <= code.utf8.count {
      let before = String(decoding: code.utf8.prefix(column - 1), as: UTF8.self)
      marks = String(before.map { $0 == "\t" ? "\t" : " " }) + "^"
    }
    let rows = SourceExcerpt(code, marks: marks).lines.filter { !$0.isEmpty }
    return ([heading] + rows).joined(separator: "\n")
  }
}

/// The frames of a thread: a place for each frame in the learner's file, nil for each in the scene.
struct SourceFrames: Sendable {
  private let places: [SourcePlace?]

  /// - Parameter lines: The output of `llvm-symbolizer`: file, line and column for each address.
  init(_ lines: some Sequence<Substring>) {
    places = lines.compactMap { line in
      if line.contains("/Sources/Exercises/") { return .some(nil) }
      guard let match = line.firstMatch(of: #/^.*/Exercise\.swift:(\d+):(\d+)$/#),
        let number = Int(match.output.1), number > 0
      else { return nil }
      return SourcePlace(line: number, column: Int(match.output.2) ?? 0)
    }
  }

  var innermost: SourcePlace? { places.lazy.compactMap(\.self).first }

  /// The innermost place in the learner's file, if the scene called into the file on this thread.
  /// The learner's other threads may be waiting for work.
  var called: SourcePlace? {
    guard let index = places.firstIndex(where: { $0 != nil }) else { return nil }
    return places[index...].contains(nil) ? places[index] : nil
  }
}

extension GradingContext {
  /// The place in the learner's file where a run crashed or exceeded a time limit, in the form of a
  /// compiler diagnostic: in the thread that crashed or was running, or if all were waiting, in the
  /// one that the scene used for its call. Nil if the message names the line, or no frame does.
  func place(
    of run: RunResult, _ program: URL, _ exercise: Exercise
  ) throws(GradingError) -> String? {
    let note: String
    var showsCalled = false
    switch run.outcome {
    case .ended(.signaled): note = "crashed here"
    case .ended(.cpuTimeExceeded): note = "still running here"
    case .ended(.stalled), .ended(.waitTimeExceeded):
      note = "still waiting here"
      showsCalled = true
    default: return nil
    }
    guard let source, let symbolizer, !run.namesLine else { return nil }
    for thread in Backtrace(run.backtrace).threads {
      let frames = try frames(thread, of: program, by: symbolizer)
      if let place = showsCalled ? frames.called : frames.innermost {
        return place.text(note, in: source, of: exercise)
      }
    }
    return nil
  }

  private func frames(
    _ addresses: [String], of program: URL, by symbolizer: String
  ) throws(GradingError) -> SourceFrames {
    let options = ["--functions=none", "--no-inlines", "--obj=\(program.path)"]
    let result = try runner.run(
      ChildCommand(program: symbolizer, arguments: options + addresses.map { "0x\($0)" }),
      limits: .compiler)
    return SourceFrames(String(decoding: result.output, as: UTF8.self).split(separator: "\n"))
  }
}
