import Foundation
import Testing

@testable import Grading

struct `The place of a crash` {
  private static let backtrace = """
    Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range

    *** Program crashed: Illegal instruction at 0x00007f4ee176df7f ***

    Thread 0 "program" crashed:

      0      0x00007f4e _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so
      1 [ra] 0x00007f4f specialized Array.subscript.getter + 84 in libswiftSwiftOnoneSupport.so
      2 [ra] 0x00005630 helper(_:_:) + 47 in program at /tmp/a b/program-3/Exercise.swift:2:6
      3 [ra] 0x00005631 M.main() + 140 in program at /tmp/a b/program-3/Exercise.swift:1:1
    """

  @Test
  func `is the first frame in the learner's file`() throws {
    let place = try #require(CrashPlace(in: Self.backtrace))
    let text = place.text(in: "let a = 1\r\n\té = values[5]", of: .publishSubject)
    #expect(place.line == 2 && place.column == 6)
    let shown = "Exercise.swift:2:6: crashed here\n  é = values[5]\n     ^"
    #expect(text == Exercise.publishSubject.folder + "/" + shown)
    #expect(place.text(in: "one line", of: .publishSubject) == nil)
    #expect(CrashPlace(in: Self.backtrace.replacing("Exercise.swift", with: "Main.swift")) == nil)
  }

  @Test(.enabled(if: (try? Toolchain.current().backtracer) != nil, "no backtracer"))
  func `is shown below the message, and a second run that ends in another way adds nothing`() throws
  {
    let submission = try Submission()
    let file = try submission.file(
      """
      import Exercising
      import Foundation

      private func element(_ values: [Int], at index: Int) -> Int {
        values[index]
      }

      final class PublishSubject: LearnersSubject {
        init() {}
        func on(_ signal: Signal) {
          if signal == .next(2), getenv("SWIFT_BACKTRACE").map({ $0[7] }) != 110 { while true {} }
          print(element([7], at: 5))
        }
        func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void { {} }
      }
      """)
    var options = Grader.Options()
    options.limits.cpuSeconds = 0.1
    let exercise = Exercise.standIn([
      Check("It sends", lines: ["next 1"]), Check("It loops", lines: ["next 2"]),
    ])
    let checks = submission.grade([file], as: exercise, options).exercises[0].checks
    #expect(checks.map(\.verdict) == [.crash, .crash])
    let message = "the program crashed: Swift/ContiguousArrayBuffer.swift"
    #expect(checks.allSatisfy { $0.explanation.contains(message) })
    let place = """

      \(exercise.folder)/Exercise.swift:5:9: crashed here
        values[index]
              ^
      """
    #expect(checks.map { $0.explanation.contains(place) } == [true, false])
    #expect(!checks[0].output.contains("Program crashed"))
  }
}
