/// A word that an exercise's file may not contain. Attributes are found even in comments and
/// strings, other words only in code. The search is for bytes: no invisible character hides a word.
struct ForbiddenWord: Hashable {
  /// As the file spells it.
  let word: String
  /// Counted from 1.
  let line: Int
  private let reason: String

  /// The first forbidden word in a learner's text. Nil if there is none. The text may not name the
  /// scene in the program's `Main.swift`; the other parameters are those of the exercise.
  init?(
    in source: String, besides main: String, solvingTypes: Set<String> = [],
    runsInTasks: Bool = false, findsRaces: Bool = false
  ) {
    let text = Array(source.utf8)
    let scenes = Self.scenes(in: main)
    let code = SourceCode(text)
    let words = code.words
    let usesSynchronization = words.contains { $0.text == "Synchronization" }
    let refusal = { (word: SourceCode.Word) -> String? in
      if scenes.contains(word.text) { return "is the name of the scene: choose another one" }
      if solvingTypes.contains(word.text) { return "solves the exercise: write that part yourself" }
      if Self.isReaching(word.text) {
        return "reaches memory or functions outside the exercise: no exercise needs it"
      }
      if findsRaces, let why = Self.unsearchable(word.text, usesSynchronization) { return why }
      let isYield = word.text == "yield" && code.isCallWithoutArguments(word.range)
      guard runsInTasks, isYield || Self.outsideTasks.contains(word.text) else { return nil }
      return "leaves the thread on which a script runs all tasks: wait for a task"
        + (findsRaces ? ", and use Locked or NSLock as a lock" : "")
    }
    let found = words.lazy.compactMap { word in
      refusal(word).map { (offset: word.range.lowerBound, word: word.text, reason: $0) }
    }.first
    let first = [Self.attribute(in: text), found].compactMap(\.self).min { $0.offset < $1.offset }
    guard let first else { return nil }
    word = first.word
    line = text.line(of: first.offset)
    reason = first.reason
  }

  func message(in file: String) -> String { "\(file):\(line): error: “\(word)” \(reason)" }

  /// Refused attributes with their reasons. Others that begin with an underscore are refused too.
  static let attributes: [(names: Set<String>, reason: String)] = [
    (
      ["_cdecl", "_extern", "_silgen_name", "abi", "c", "extern", "implementation"],
      "may replace a function of the system: no exercise needs it"
    ),
    (
      ["_section", "_used", "section", "used"],
      "may run code before the program begins: no exercise needs it"
    ),
    (
      ["_exported", "_private", "_spi", "testable"],
      "opens a module that is closed to learners: no exercise needs it"
    ),
  ]

  /// Names with which a program reads private properties, finds functions by name, or reaches
  /// memory through untyped pointers or as another process.
  static let reaching: Set<String> = [
    "Mirror", "OpaquePointer", "Unmanaged", "dlopen", "dlsym", "dlvsym", "process_vm_readv",
    "process_vm_writev", "ptrace",
  ]

  /// Whether a word is in ``reaching``, or names a pointer to unsafe memory or a function for it.
  /// `unsafe` alone, as in `nonisolated(unsafe)`, is allowed.
  private static func isReaching(_ word: String) -> Bool {
    reaching.contains(word) || word.hasPrefix("unsafe") && word != "unsafe"
      || word.contains("Unsafe")
        && ["Pointer", "Bytes", "Allocation"].contains(where: word.hasSuffix)
  }

  /// Threads, queues, timers and other executors. A script cannot wait for their work. The runtime
  /// may also continue a `Task.yield()` in an actor on another thread.
  static let outsideTasks: Set<String> = [
    "CallQueue", "DeliveryQueue", "JoinableThread", "KeyedSerialTasks", "SerialTasks", "ThreadPool",
    "DispatchGroup", "DispatchQueue", "DispatchSemaphore", "DispatchSource", "MainActor",
    "OperationQueue", "RunLoop", "Thread", "Timer", "globalConcurrentExecutor", "pthread_create",
    "sleep", "usleep",
  ]

  /// Why a program with this word cannot be searched for data races. Nil for another word.
  private static func unsearchable(_ word: String, _ usesSynchronization: Bool) -> String? {
    switch word {
    // On Linux, ThreadSanitizer reports a race wherever a thread waits for one.
    case "Mutex" where usesSynchronization:
      "is a lock that ThreadSanitizer does not see: use Locked or NSLock"
    case "NSConditionLock":
      "is a lock that crashes on Linux when it has to wait: use NSLock or NSCondition"
    case "OSAllocatedUnfairLock",
      _ where word.hasPrefix("os_unfair_lock"):
      "is a lock that Linux does not have: use Locked or NSLock"
    // Foundation is compiled without ThreadSanitizer.
    case _ where word.hasPrefix("NSMutable"):
      "is memory that ThreadSanitizer does not see: use an Array or a Dictionary"
    default: nil
    }
  }

  private static func scenes(in main: String) -> Set<String> {
    let words = SourceCode(Array(main.utf8)).words.map(\.text)
    return Set(words.filter { $0.hasSuffix("Scene") } + ["Scene"])
  }

  /// The first `@` before the name of a refused attribute, if no full stop follows (an address).
  private static func attribute(in text: [UInt8]) -> (offset: Int, word: String, reason: String)? {
    for start in text.indices where text[start] == UInt8(ascii: "@") {
      var end = start + 1
      if end < text.count, text[end] == UInt8(ascii: "`") { end += 1 }
      let begin = end
      while end < text.count, text[end].isWord { end += 1 }
      let name = String(decoding: text[begin..<end], as: UTF8.self)
      if end < text.count, text[end] == UInt8(ascii: "`") { end += 1 }
      let isAddress = end < text.count && text[end] == UInt8(ascii: ".")
      guard !isAddress, let reason = reason(of: name) else { continue }
      return (start, String(decoding: text[start..<end], as: UTF8.self), reason)
    }
    return nil
  }

  private static func reason(of name: String) -> String? {
    if let group = attributes.first(where: { $0.names.contains(name) }) { return group.reason }
    return name.hasPrefix("_") && name.utf8.count > 1
      ? "is an unofficial attribute: no exercise needs it" : nil
  }
}

extension SourceCode {
  /// Whether a word is a member that is called without arguments: `.yield()`.
  fileprivate func isCallWithoutArguments(_ word: Range<Int>) -> Bool {
    let isSpace = { (byte: UInt8) in " \t\r\n".utf8.contains(byte) }
    let before = bytes[..<word.lowerBound].reversed().first { !isSpace($0) }
    let after = bytes[word.upperBound...].lazy.filter { !isSpace($0) }.prefix(2)
    return before == UInt8(ascii: ".") && after.elementsEqual("()".utf8)
  }
}

extension [UInt8] {
  /// The line of a byte, counted from 1.
  func line(of offset: Int) -> Int { self[..<offset].reduce(1) { $1 == 0x0A ? $0 + 1 : $0 } }
}

/// The code of a Swift text: its bytes, with comments and strings blanked. Interpolations, and
/// everything after a ``SwiftLexer/doubt``, are code.
struct SourceCode {
  let bytes: [UInt8]

  init(_ source: [UInt8]) {
    let lexer = SwiftLexer(source)
    var bytes = source
    bytes.withUnsafeMutableBufferPointer { bytes in
      for token in lexer.tokens where token.kind == .comment || token.kind == .string {
        guard token.range.lowerBound < lexer.doubt else { break }
        for place in token.range.clamped(to: 0..<lexer.doubt)
        where bytes[place] != 0x0A && bytes[place] != 0x0D { bytes[place] = UInt8(ascii: " ") }
      }
    }
    self.bytes = bytes
  }

  /// A word of ASCII letters, digits and underscores.
  struct Word {
    let text: String
    let range: Range<Int>
  }

  /// The words. Any other character separates them, even one that Swift allows in a name.
  var words: [Word] {
    bytes.split { !$0.isWord }.map { word in
      Word(text: String(decoding: word, as: UTF8.self), range: word.indices)
    }
  }
}
