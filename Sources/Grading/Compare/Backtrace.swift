internal import Exercising
internal import Foundation

/// The place in the learner's file where a program crashed.
struct CrashPlace: Sendable, Hashable {
  /// Counted from 1.
  let line: Int
  /// In bytes, counted from 1. Zero if the column is unknown.
  let column: Int

  /// The place in the form of a compiler diagnostic: path in the package, source line, and a caret
  /// below it. Nil if the source has no such line.
  func text(in source: String, of exercise: Exercise) -> String? {
    let breaks: [Character] = ["\n", "\r\n", "\r"]
    let lines = source.split(omittingEmptySubsequences: false) { breaks.contains($0) }
    guard lines.indices.contains(line - 1) else { return nil }
    let code = lines[line - 1]
    let place = column > 0 ? "\(line):\(column)" : "\(line)"
    var marks = ""
    if column > 0, column <= code.utf8.count {
      let before = String(decoding: code.utf8.prefix(column - 1), as: UTF8.self)
      marks = String(before.map { $0 == "\t" ? "\t" : " " }) + "^"
    }
    let rows = sourceExcerpt(code, marks: marks).filter { !$0.isEmpty }
    return (["\(exercise.folder)/Exercise.swift:\(place): crashed here"] + rows)
      .joined(separator: "\n")
  }
}

extension CrashPlace {
  /// The addresses in the program that a ``BacktraceHandler`` has reported, innermost frame first.
  static func addresses(in report: String) -> [String] {
    let frames = report.split(separator: "\n")
      .map { $0.wholeMatch(of: #/(.*)\(\+0x([0-9a-f]{1,12})\)\[0x[0-9a-f]+\]/#)?.output }
    // The first frames are the handler's own, the next is the system's, which called it.
    let program = frames.first??.1
    guard let call = frames.firstIndex(where: { $0 == nil || $0?.1 != program }) else { return [] }
    return frames.indices.dropFirst(call + 1).compactMap { index in
      guard let frame = frames[index], frame.1 == program, let address = Int(frame.2, radix: 16)
      else { return nil }
      // The frame of a caller holds the address of its next instruction.
      return String(index == call + 1 ? address : max(address - 1, 0), radix: 16)
    }
  }

  /// The innermost place in the learner's file, from the output of `llvm-symbolizer`: file, line
  /// and column for each address. Nil if there is none.
  init?(symbols: String) {
    let match = symbols.firstMatch(of: #/\/Exercise\.swift:([1-9][0-9]*):([0-9]+)/#)
    guard let match, let line = Int(match.output.1) else { return nil }
    self.line = line
    column = Int(match.output.2) ?? 0
  }
}

extension GradingContext {
  /// The place in the learner's file where a run crashed, in the form of a compiler diagnostic. Nil
  /// if it did not crash, the message names the line, or no frame does.
  func crashPlace(
    of run: RunResult, _ attempt: CompiledAttempt, _ exercise: Exercise
  ) throws(GradingError) -> String? {
    guard case .ended(.signaled) = run.outcome, !run.namesLine, let source = attempt.source,
      let symbolizer = compiler.toolchain.symbolizer
    else { return nil }
    let addresses = CrashPlace.addresses(in: String(decoding: run.backtrace, as: UTF8.self))
    if addresses.isEmpty { return nil }
    let options = ["--functions=none", "--no-inlines", "--obj=\(attempt.program.path)"]
    let result = try runner.run(
      ChildCommand(program: symbolizer, arguments: options + addresses.map { "0x\($0)" }),
      limits: .compiler)
    return CrashPlace(symbols: String(decoding: result.output, as: UTF8.self))?
      .text(in: source, of: exercise)
  }
}
