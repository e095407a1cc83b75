/// A line of a submission that a person should read, because it can reach more than the exercise:
/// other memory, files of the process, the end of the program. It does not change a verdict.
public struct ReviewLine: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  /// The word that makes the line conspicuous: `mmap`.
  public let word: String
  /// The line, cleaned.
  public let text: String

  /// `line 3, mmap: let place = mmap(…)`
  public var description: String { "line \(line), \(word): \(text)" }

  /// At most 20 lines, each once, in order. The compiler found unsafe memory in lines `numbers`.
  static func lines(of source: String, unsafe numbers: [Int] = []) -> [ReviewLine] {
    let text = Array(source.utf8)
    let words = SourceCode(text).words.filter { word in
      self.words.contains(word.text) || prefixes.contains(where: word.text.hasPrefix)
    }
    var found: [Int: String] = [:]
    var (number, place) = (1, 0)
    for word in words {
      number += text[place..<word.range.lowerBound].count { $0 == 0x0A }
      place = word.range.lowerBound
      found[number] = found[number] ?? word.text
    }
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    // A path is part of a string, so all of the line is searched.
    for (index, line) in lines.enumerated() {
      if let path = paths.first(where: { line.contains($0.utf8) }) {
        found[index + 1] = found[index + 1] ?? path
      }
    }
    for number in numbers where (1...lines.count).contains(number) {
      found[number] = found[number] ?? "pointer"
    }
    return found.sorted { $0.key < $1.key }.prefix(20).map { number, word in
      let line = String(decoding: lines[number - 1], as: UTF8.self)
      return ReviewLine(
        line: number, word: word,
        text: String(line.trimmingPrefix { $0.isWhitespace }).cleaned(upTo: 100, lines: 1))
    }
  }

  /// Texts in strings. The variable `TSAN_OPTIONS` tells a program that races are searched for.
  static let paths = ["/proc", "/dev/fd", "TSAN_OPTIONS"]
  static let prefixes = ["Unsafe", "unsafe", "withUnsafe", "posix_spawn"]
  static let words: Set<String> = [
    "_exit", "dlopen", "dlsym", "dump", "environ", "environment", "execv", "execve", "exit", "fork",
    "getenv", "kill", "mmap", "mprotect", "pread", "process_vm_readv", "pthread_create",
    "pthread_setspecific", "ptrace", "quick_exit", "raise", "sourceLocation", "syscall", "system",
    "vfork",
  ]
}

extension ReviewLine {
  /// The numbers of the lines in which a compiler found unsafe memory, from its output with
  /// `-strict-memory-safety` (SE-0458). A use of files or of an executor does not count.
  static func unsafeLines(in output: String) -> [Int] {
    var found: [(line: Int, isHarmless: Bool)] = []
    for message in output.split(separator: "\n") {
      let parts = message.split(separator: ":", maxSplits: 4)
      guard parts.count == 5, parts[0] == "Exercise.swift", let line = Int(parts[1]) else {
        continue
      }
      if message.hasSuffix("[#StrictMemorySafety]") {
        found.append((line, true))
      } else if parts[3] == " note", !harmless.contains(where: message.contains), !found.isEmpty {
        found[found.count - 1].isHarmless = false
      }
    }
    return found.filter { !$0.isHarmless }.map(\.line)
  }

  private static let harmless =
    ["'UnownedSerialExecutor", "<FILE>"]
    + ["access", "ferror", "fopen", "fread", "open", "rename", "stat", "unlink"].map {
      "in call to global function '\($0)'"
    }
}
