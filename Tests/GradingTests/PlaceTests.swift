import Exercising
import Foundation
import Testing

@testable import Grading

struct `The place in a learner's file` {
  @Test
  func `is found from the program's addresses below the handler's frames`() {
    let report = """
      /program/a b(+0x10)[0x7f10]
      /lib/libc.so.6(+0x3c050)[0x7f050]
      /program/a b(+0x2a)[0x7f2a]
      /lib/libc.so.6(pthread_mutex_lock+0x112)[0x7f482]
      /program/a b(+0x1f)[0x7f1f]
      end
      /program/a b(+0x10)[0x7f10]
      /lib/libc.so.6(+0x3c050)[0x7f050]
      /lib/libswiftCore.so(+0x3c051)[0x7f051]
      end
      /program/a b(+0x10)[0x7f10]
      /lib/libc.so.6(+0x3c050)[0x7f050]
      /lib/libswiftCore.so(+0x3c051)[0x7f051]
      /program/a b(+0x20)[0x7f20]
      end
      /lib/libc.so.6(+0x3c050)[0x7f050]
      /program/a b(+0x20)[0x7f20]

      """
    // A return address follows its call, so it is reduced by one.
    #expect(Backtrace(report.utf8).threads == [["2a", "1e"], [], ["1f"]])
    #expect(!Backtrace.isComplete(Array(report.utf8)[...]))
    #expect(Backtrace.isComplete(Array("a\nend\n".utf8)[...]))
  }

  @Test
  func `is the innermost frame, also of a thread on which the scene has called the file`() {
    let own = "/tmp/a b/program-3/Exercise.swift"
    let lines = ["<compiler-generated>:0:0", "\(own):0:0", "\(own):2:6", "\(own):1:1"]
    let worker = SourceFrames(lines.map { $0[...] })
    let caller = "/src/Sources/Exercises/Subjects/Shared/ObservedSubject.swift:72:18"
    let called = SourceFrames((lines + [caller]).map { $0[...] })
    let place = SourcePlace(line: 2, column: 6)
    #expect(worker.innermost == place && worker.called == nil)
    #expect(called.innermost == place && called.called == place)
    #expect(SourceFrames([caller[...]]).innermost == nil)
  }

  @Test
  func `has the format of the compiler`() throws {
    let place = SourcePlace(line: 2, column: 6)
    let text = place.text("was here", in: "let a = 1\r\n\té = values[5]", of: .publishSubject)
    let shown = "Exercise.swift:2:6: was here\n  é = values[5]\n     ^"
    #expect(text == Exercise.publishSubject.folder + "/" + shown)
    #expect(place.text("was here", in: "one line", of: .publishSubject) == nil)
  }

  @Test
  func `is visible even in a long line`() {
    let code =
      "  let names = people.map(\\.name).filter { $0.count > 3 }.sorted().joined(separator: \", \")"
    for word in ["let", "filter", "separator"] {
      let before = code[..<(code.firstRange(of: word)?.lowerBound ?? code.startIndex)]
      let lines = SourceExcerpt(code, marks: String(repeating: " ", count: before.count) + "^")
        .lines
      let column = lines[1].count - 1
      #expect(lines[0].dropFirst(column).hasPrefix(word))
      #expect(lines.allSatisfy { $0.count <= 70 })
    }
    #expect(SourceExcerpt("\ta b", marks: "\t  ^~").lines == ["  a b", "    ^~"])
  }

  /// Crashes, loops and waits, on the main thread and on others.
  private static let file = """
    import Exercising
    import Foundation

    private func element(_ values: [Int], at index: Int) -> Int {
      values[index]
    }

    private let lock = NSLock()
    private let queue = DispatchQueue(label: "worker")

    final class PublishSubject: SubjectRequirements {
      init() {}
      func on(_ signal: Signal) {
        switch signal {
        case .next(1): print(element([7], at: 5))
        case .next(2): abort()
        case .next(3):
          Thread.detachNewThread { lock.withLock { Thread.sleep(forTimeInterval: 1_000) } }
          queue.sync { while true { _ = element([7], at: 0) } }
        case .next(4):
          Thread.detachNewThread { while true {} }
          lock.lock()
          lock.lock()
        default:
          queue.async { Thread.sleep(forTimeInterval: 1_000) }
          lock.lock()
          lock.lock()
        }
      }
      func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void { {} }
    }
    """

  @Test(
    .enabled(if: (try? Toolchain.current().symbolizer) != nil, "no symbolizer"),
    arguments: AttackRange.levels)
  func `is shown below the message of a crash and of a timeout`(level: IsolationLevel) throws {
    let submission = try Submission()
    let file = try submission.file(Self.file)
    var options = Grader.Options()
    options.isolation = level
    (options.limits.cpuSeconds, options.limits.stallSeconds) = (0.1, 0.1)
    let exercise = Exercise.standIn((1...5).map { Check("It sends \($0)", lines: ["next \($0)"]) })
    let grading = submission.grade([file], as: exercise, options)
    let result = grading.exercises[0]
    #expect(grading.isolation == level)
    #expect(result.message == nil)
    let checks = result.checks
    #expect(checks.map(\.verdict) == [.crash, .crash, .timeout, .timeout, .timeout])
    let places = checks.map { $0.explanation.split(separator: "\n").dropFirst().map(String.init) }
    let name = "\(exercise.folder)/Exercise.swift"
    #expect(places[0] == ["\(name):5:9: crashed here", "  values[index]", "        ^"])
    let abort = ["    case .next(2): abort()", "                   ^"]
    #expect(places[1] == ["\(name):16:20: crashed here"] + abort)
    // The loop calls a function, so the innermost frame may be at any line of either.
    let loop = [19, 4, 5, 6].map { "\(name):\($0):" }
    #expect(places[2].first.map { line in loop.contains { line.hasPrefix($0) } } == true)
    #expect(places[2].first?.hasSuffix(": still running here") == true)
    #expect(places[3].first?.hasPrefix("\(name):21:") == true)
    let lock = ["      lock.lock()", "           ^"]
    #expect(places[4] == ["\(name):27:12: still waiting here"] + lock)
    #expect(checks.allSatisfy { !$0.output.contains("crashed") })
  }
}
