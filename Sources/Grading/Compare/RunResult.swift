internal import Exercising

/// A run of a learner's program with a script: its outcome and its events.
struct RunResult: Sendable {
  enum Outcome: Sendable, Hashable {
    /// It reached the end of the script.
    case finished
    /// It ended before the end of the script, for this reason.
    case ended(TerminationReason)
    /// The starter could not execute it, for this reason.
    case notStarted(String)
    /// It sent an invalid frame.
    case forged
    /// The scene could not carry out a step, for this reason.
    case sceneFailed(String)
  }

  private(set) var outcome: Outcome
  /// The events of each step that was begun.
  private(set) var events: [[String]]
  /// Its standard output, cleaned.
  let output: String
  /// Its standard error, cleaned.
  let errors: String
  /// Its last message about a fatal error, cleaned. ``errors`` may be truncated before it.
  let lastError: String?
  /// The race that ended it, if ThreadSanitizer looked for one.
  private(set) var race: RaceReport?
  /// The output of its ``BacktraceHandler``, or the reports of ThreadSanitizer.
  let backtrace: [UInt8]
  let isReady: Bool
  private let allErrors: String

  init(_ process: ProcessResult, nonce: String, steps count: Int) {
    let frames = Frames(process.events, nonce: nonce, steps: count)
    events = frames.events
    allErrors = String(decoding: process.errors, as: UTF8.self)
    lastError = allErrors.split(separator: "\n").last { $0.contains("atal error") }
      .map { String($0.trimmingPrefix("Exercise/")).cleaned(upTo: 400, lines: 1) }
    race =
      RaceReport(in: String(decoding: process.backtrace, as: UTF8.self))
      ?? (process.reason == .exited(RaceReport.status) ? .unreported : nil)
    backtrace = process.backtrace
    isReady = frames.isReady
    output = String(cleaning: process.output)
    // Without the stack trace of the runtime, which does not help a learner.
    let text = String(cleaning: process.errors)
    errors =
      text.firstRange(of: "Current stack trace:").map { String(text[..<$0.lowerBound]) } ?? text
    outcome = process.startFailure.map(Outcome.notStarted) ?? Self.outcome(process.reason, frames)
  }

  private static func outcome(_ reason: TerminationReason, _ frames: Frames) -> Outcome {
    switch reason {
    case .cancelled, .outputExceeded, .memoryExceeded, .notReady: return .ended(reason)
    case _ where frames.isForged: return .forged
    case .exited(let status):
      if let failure = frames.failure { return .sceneFailed(failure) }
      return frames.hasEnd && status == 0 ? .finished : .ended(reason)
    default: return .ended(reason)
    }
  }

  /// A part of the run, with the output of the whole.
  private func part(_ events: ArraySlice<[String]>, _ outcome: Outcome) -> RunResult {
    var part = self
    (part.events, part.outcome) = (Array(events), outcome)
    if outcome == .finished { part.race = nil }
    return part
  }

  /// Splits a run of scripts, separated by a step for a new scene, into the completed ones and the
  /// one at which the program ended by itself or stalled. A time limit counts only in script 1.
  func parts(_ scripts: [Script]) -> [RunResult] {
    var parts: [RunResult] = []
    var begin = 0
    for script in scripts {
      let end = begin + script.steps.count
      guard events.count > end || outcome == .finished else { break }
      parts.append(part(events[begin..<end], .finished))
      begin = end + 1
    }
    switch outcome {
    case .ended(.exited), .ended(.signaled), .ended(.stalled):
      if begin < events.count { parts.append(part(events[begin...], outcome)) }
    case .ended(.cpuTimeExceeded), .ended(.waitTimeExceeded):
      if parts.isEmpty { parts.append(self) }
    default: break
    }
    return parts
  }

  var hasExceededItsTime: Bool {
    [.cpuTimeExceeded, .stalled, .waitTimeExceeded].map(Outcome.ended).contains(outcome)
  }

  var namesLine: Bool { lastError?.hasPrefix("Exercise.swift:") == true }

  /// Whether the runtime has reported an access to a variable during its modification.
  var hasOverlappingAccesses: Bool { allErrors.contains("Simultaneous accesses to 0x") }

  /// Whether it crashed and its last fatal error has exactly this message.
  func crashed(with message: String) -> Bool {
    guard case .ended(.signaled) = outcome,
      let beginning = allErrors.ranges(of: "atal error: ").last?.upperBound
    else { return false }
    let text = allErrors[beginning...]
    let end = text.firstRange(of: "\nCurrent stack trace:")?.lowerBound ?? text.endIndex
    return text[..<end].reversed().drop(while: \.isNewline).reversed() == Array(message)
  }
}

/// The frames that a program has written to its pipe.
struct Frames {
  private(set) var events: [[String]] = []
  private(set) var hasEnd = false
  private(set) var isReady = false
  private(set) var failure: String?
  /// Whether there is an invalid frame, or one out of order.
  private(set) var isForged = false

  init(_ bytes: [UInt8], nonce: String, steps count: Int) {
    bytes.withUnsafeBytes { rest in
      var (rest, number) = (rest, 0)
      // Split as bytes, because a carriage return and a line feed are a single `Character`.
      while let line = rest.popPrefix(upTo: 0x0A) {
        guard let frame = Frame(line: line, nonce: nonce), frame.number == number,
          take(frame, steps: count)
        else {
          isForged = true
          return
        }
        number += 1
      }
      // The bytes after the last line feed are an incomplete line.
      if hasEnd, !rest.isEmpty { isForged = true }
    }
  }

  /// - Returns: Whether the frame is valid after those before it.
  private mutating func take(_ frame: Frame, steps count: Int) -> Bool {
    guard !hasEnd, failure == nil else { return false }
    switch frame.kind {
    case .ready:
      isReady = true
      return frame.number == 0
    case .step:
      events.append([])
      return frame.number > 0 && frame.step == events.count - 1 && frame.step < count
    case .event:
      guard !events.isEmpty, frame.step == events.count - 1 else { return false }
      events[frame.step].append(frame.text)
      return true
    case .done:
      return frame.step == events.count - 1
    case .failure:
      failure = frame.text
      return true
    case .end:
      hasEnd = true
      return frame.step == count && events.count == count
    }
  }
}
