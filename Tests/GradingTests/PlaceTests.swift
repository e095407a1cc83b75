import Exercising
import Foundation
import TestSupport
import Testing

@testable import Grading

@Suite(.blocking)
struct `The place in a learner's file` {
  @Test
  func `is found from the program's addresses below the handler's frames`() {
    let report = """
      /program/a b(+0x10)[0x7f10]
      /lib/libc.so.6(+0x3c050)[0x7f050]
      /program/a b(+0x2a)[0x7f2a]
      /lib/libc.so.6(pthread_mutex_lock+0x112)[0x7f482]
      /program/a b(+0x1f)[0x7f1f]

      """
    // A return address follows its call, so it is reduced by one.
    #expect(CrashPlace.addresses(in: report) == ["2a", "1e"])
    let inLibrary = report.replacing("/program/a b(+0x2a)", with: "/lib/libswiftCore.so(+0x3c051)")
    #expect(CrashPlace.addresses(in: inLibrary) == ["1e"])
    #expect(CrashPlace.addresses(in: "") == [])
    // A program can write to the descriptor. Matching may not take quadratic time.
    #expect(CrashPlace.addresses(in: String(repeating: "a", count: 80_000)) == [])
  }

  @Test
  func `is the innermost frame in the file`() {
    let own = "/tmp/a b/program-3/Exercise.swift"
    let scene = "/src/Sources/Exercises/Subjects/Shared/ObservedSubject.swift:72:18\n"
    let symbols = "<compiler-generated>:0:0\n\(own):0:0\n\(own):2:6\n\(own):1:1\n\(scene)"
    #expect(CrashPlace(symbols: symbols) == CrashPlace(line: 2, column: 6))
    #expect(CrashPlace(symbols: scene) == nil)
  }

  @Test
  func `has the format of the compiler`() throws {
    let place = CrashPlace(line: 2, column: 6)
    let text = place.text(in: "let a = 1\r\n\té = values[5]", of: .publishSubject)
    let shown = "Exercise.swift:2:6: crashed here\n  é = values[5]\n     ^"
    #expect(text == Exercise.publishSubject.folder + "/" + shown)
    #expect(place.text(in: "one line", of: .publishSubject) == nil)
  }

  @Test
  func `is visible even in a long line`() {
    let code =
      "  let names = people.map(\\.name).filter { $0.count > 3 }.sorted().joined(separator: \", \")"
    for word in ["let", "filter", "separator"] {
      let before = code[..<(code.firstRange(of: word)?.lowerBound ?? code.startIndex)]
      let lines = sourceExcerpt(code, marks: String(repeating: " ", count: before.count) + "^")
      let column = lines[1].count - 1
      #expect(lines[0].dropFirst(column).hasPrefix(word))
      #expect(lines.allSatisfy { $0.count <= 70 })
    }
    #expect(sourceExcerpt("\ta b", marks: "\t  ^~") == ["  a b", "    ^~"])
  }

  private static let file = """
    import Exercising
    import Foundation

    private func element(_ values: [Int], at index: Int) -> Int {
      values[index]
    }

    final class PublishSubject: SubjectRequirements {
      init() {}
      func on(_ signal: Signal) {
        switch signal {
        case .next(1): print(element([7], at: 5))
        default: DispatchQueue(label: "worker").sync { abort() }
        }
      }
      func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void { {} }
    }
    """

  @Test(
    .enabled(if: (try? Toolchain.current().symbolizer) != nil, "no symbolizer"),
    arguments: AttackRange.levels)
  func `is shown below the message of a crash`(level: IsolationLevel) throws {
    let submission = try SubmittedFolder()
    let file = try submission.file(Self.file)
    var options = Grader.Options()
    options.isolation = level
    let exercise = Exercise.standIn((1...2).map { Check("It sends \($0)", lines: ["next \($0)"]) })
    let grading = submission.grade([file], as: exercise, options)
    let result = grading.exercises[0]
    #expect(grading.isolation == level)
    #expect(result.message == nil)
    let checks = result.checks
    #expect(checks.map(\.verdict) == [.crash, .crash])
    let places = checks.map { $0.explanation.split(separator: "\n").dropFirst().map(String.init) }
    let name = "\(exercise.folder)/Exercise.swift"
    #expect(places[0] == ["\(name):5:9: crashed here", "  values[index]", "        ^"])
    #expect(
      places[1] == [
        "\(name):13:52: crashed here",
        #"    default: DispatchQueue(label: "worker").sync { abort() }"#,
        String(repeating: " ", count: 51) + "^",
      ])
    #expect(checks.allSatisfy { !$0.output.contains("crashed") })
  }
}
