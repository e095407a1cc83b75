/// A line of a submission that a person should read, because it can reach more than the exercise:
/// other memory, files of the process, the end of the program. It does not change a verdict.
public struct ReviewLine: Sendable, Hashable, Codable {
  /// Counted from 1.
  public let line: Int
  /// The word that makes the line conspicuous: `mmap`.
  public let word: String
  /// The line, cleaned.
  public let text: String

  /// The lines of a text, each once, at most 20.
  static func lines(of source: String) -> [ReviewLine] {
    let text = Array(source.utf8)
    let words = SourceCode(text).words.filter { isConspicuous($0.text) }
    guard !words.isEmpty || paths.contains(where: source.contains) else { return [] }
    var found = Dictionary(
      words.map { (text.line(of: $0.range.lowerBound), $0.text) },
      uniquingKeysWith: { first, _ in first })
    let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    // A path is part of a string, so all of the line is searched.
    for (index, line) in lines.enumerated() {
      if let path = paths.first(where: line.contains) {
        found[index + 1] = found[index + 1] ?? path
      }
    }
    return found.sorted { $0.key < $1.key }.prefix(20).map { number, word in
      let line = lines[number - 1].trimmingPrefix { $0.isWhitespace }
      return ReviewLine(line: number, word: word, text: String(line).cleaned(upTo: 100, lines: 1))
    }
  }

  private static func isConspicuous(_ word: String) -> Bool {
    words.contains(word) || prefixes.contains(where: word.hasPrefix)
  }

  /// In strings. The variable shows whether races are looked for.
  static let paths = ["/proc", "/dev/fd", "TSAN_OPTIONS"]
  static let prefixes = ["Unsafe", "unsafe", "withUnsafe", "posix_spawn"]
  static let words: Set<String> = [
    "_exit", "calloc", "dlopen", "dlsym", "environ", "environment", "execv", "execve", "exit",
    "fork", "getenv", "kill", "malloc", "memchr", "memcpy", "memmove", "mmap", "mprotect",
    "mutableBytes", "NSData", "NSMutableData", "pointee", "pread", "process_vm_readv",
    "pthread_create", "pthread_setspecific", "ptrace", "quick_exit", "raise", "realloc", "strdup",
    "syscall", "system", "utf8String", "vfork",
  ]
}
