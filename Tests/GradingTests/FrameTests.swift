import Foundation
import Processes
import TestSupport
import Testing

@testable import Exercising
@testable import Grading

struct `A frame` {
  @Test(arguments: [
    "", "ann next(1)", "two\nlines", "\u{301}accent", #"a \n without an escape"#, #"\"#,
    " spaces  ",
  ])
  func `is parsed from its own line`(text: String) {
    let frame = Frame(number: 3, kind: .event, step: 1, text: text)
    let line = "nonce" + frame.wordsAfterNonce
    #expect(line.count { $0 == "\n" } == 1)
    let bytes = Array(line.utf8.dropLast())
    #expect(bytes.withUnsafeBytes { Frame(line: $0, nonce: "nonce") } == frame)
  }

  /// A carriage return before the line feed belongs to the event.
  @Test(arguments: ["ann next(1)", "bob\r"])
  func `is accepted if the sequence is complete and in order`(event: String) {
    let frames = read(["0 ready 0 ", "1 step 0 ", "2 event 0 \(event)", "3 step 1 ", "4 end 2 "])
    #expect(frames.events == [[event], []])
    #expect(frames.hasEnd)
    #expect(!frames.isForged)
  }

  @Test(arguments: [
    ["0 ready 0 ", "2 step 0 "], ["0 step 0 "], ["0 ready 0 ", "1 step 1 "],
    ["0 ready 0 ", "1 event 0 early"], ["0 ready 0 ", "1 step 0 ", "2 event 1 ahead"],
    ["0 ready 0 ", "1 end 2 "], ["0 ready 0 ", "1 step 0 ", "2 step 1 ", "3 step 2 "],
    ["0 ready 0 ", "1 step 0 ", "2 step 1 ", "3 end 2 ", "4 event 1 after"], ["0 PASS 0 "],
  ])
  func `is rejected in a sequence that a scene cannot send`(lines: [String]) {
    #expect(read(lines).isForged)
  }

  @Test
  func `is rejected with another nonce, without text, or if it is not UTF-8`() {
    let forged = ["other 0 ready 0 \n", "\n", "nonce 0 ready\n", "nonce 0 ready 0 \nPASS\n"].map {
      Frames(Array($0.utf8), nonce: "nonce", steps: 2).isForged
    }
    #expect(forged == [true, true, true, true])
    #expect(Frames([0xFF, 0x0A], nonce: "nonce", steps: 2).isForged)
  }

  @Test
  func `may be incomplete at the end of the output`() {
    let whole = "nonce 0 ready 0 \nnonce 1 step 0 \nnonce 2 event 0 ann"
    let broken = whole.indices.map { Frames(Array(whole[..<$0].utf8), nonce: "nonce", steps: 2) }
    #expect(!broken.contains { $0.isForged || $0.hasEnd })
  }

  @Test
  func `of the end is the last one, even if a thread sends another`() throws {
    let way = try SocketPair()
    let pipe = FramePipe(nonce: "nonce".utf8, descriptor: way.writing.fileDescriptor)
    pipe.send(.ready)
    pipe.send(.step, step: 0)
    pipe.send(.event, "ann next(1)")
    pipe.send(.end, step: 1)
    pipe.send(.event, "ann next(2)")
    try way.writing.close()
    let frames = Frames(Array(try way.reading.readToEnd() ?? Data()), nonce: "nonce", steps: 1)
    #expect(frames.events == [["ann next(1)"]])
    #expect(frames.hasEnd)
    #expect(!frames.isForged)
  }

  private func read(_ lines: [String]) -> Frames {
    let text = lines.map { "nonce \($0)\n" }.joined()
    return Frames(Array(text.utf8), nonce: "nonce", steps: 2)
  }
}

struct `A script` {
  @Test
  func `is sent a step at a time, each after the previous one is done`() {
    var feed = ScriptFeed(nonce: "nonce", steps: ["next 1", "next 2"])
    let frames = [
      "nonce 0 rea", "dy 0 \n", "nonce 1 step 0 \nnonce 2 event 0 a done 0\n", "other 3 done 0 \n",
      "nonce 3 done 0 \n", "nonce 4 step 1 \nnonce 5 done 1 \n",
    ]
    let answers = frames.map { feed.answers(to: Array($0.utf8)[...]) }
    #expect(feed.beginning == "nonce\n")
    #expect(answers == [[], ["next 1\n"], [], [], ["next 2\n"], [nil]])
  }

  @Test
  func `is sent at once to a program of the workbook`() {
    let feed = ScriptFeed(nonce: "nonce", steps: ["next 1", "next 2"], isTrusted: true)
    #expect(feed.beginning == "nonce\nnext 1\nnext 2\n")
  }
}

@Suite(.blocking)
struct `A line to read` {
  @Test
  func `accesses foreign memory or process files, in code or as a path`() {
    let source = """
      // mmap is in a comment.
      let name = "dlsym"
        let map = open("/proc/self/maps", O_RDONLY)
      withUnsafeBytes(of: &x) { _exit(1) }
      let plain = observers.map { $0 }
      let place = strdup(name)
      let isSearched = name == "TSAN_OPTIONS"
      """
    #expect(
      ReviewLine.lines(of: source, unsafe: [.min, 0, 4, 6, 99]) == [
        ReviewLine(line: 3, word: "/proc", text: #"let map = open("/proc/self/maps", O_RDONLY)"#),
        ReviewLine(line: 4, word: "withUnsafeBytes", text: "withUnsafeBytes(of: &x) { _exit(1) }"),
        ReviewLine(line: 6, word: "pointer", text: "let place = strdup(name)"),
        ReviewLine(
          line: 7, word: "TSAN_OPTIONS", text: #"let isSearched = name == "TSAN_OPTIONS""#),
      ])
  }

  @Test
  func `is refused instead if it has a word that Exercises.md lists as forbidden`() throws {
    let text = try String(
      contentsOf: PackageFolder.tested.url.appending(path: "Docs/Exercises.md"), encoding: .utf8)
    let attributes = ForbiddenWord.attributes.flatMap(\.names).map { "`@\($0)`" }
    let queues: Set = [
      "CallQueue", "DeliveryQueue", "JoinableThread", "KeyedSerialTasks", "SerialTasks",
      "ThreadPool",
    ]
    let words = ForbiddenWord.outsideTasks.subtracting(queues).map { "`\($0)`" }
    let missing = (attributes + words + ForbiddenWord.reaching.map { "`\($0)`" }).filter {
      !text.contains($0)
    }
    #expect(missing == [])
  }
}
