import Foundation
import Processes
import Testing

@testable import Grading

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
      ReviewLine.lines(of: source, unsafe: [4, 6, 99]) == [
        ReviewLine(line: 3, word: "/proc", text: #"let map = open("/proc/self/maps", O_RDONLY)"#),
        ReviewLine(line: 4, word: "withUnsafeBytes", text: "withUnsafeBytes(of: &x) { _exit(1) }"),
        ReviewLine(line: 6, word: "pointer", text: "let place = strdup(name)"),
        ReviewLine(
          line: 7, word: "TSAN_OPTIONS", text: #"let isSearched = name == "TSAN_OPTIONS""#),
      ])
  }

  @Test
  func `holds a pointer that no word names, and no file of C`() throws {
    let submission = try Submission()
    let review = submission.grade([try submission.various()]).exercises[0].review
    #expect(review.map(\.word) == ["pointer"])
    #expect(review.first?.text.hasPrefix("if let place = strdup") == true)
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
