import Testing

@testable import Grading

struct `A forbidden word` {
  static let main =
    "@main enum Program { static func main() { SubjectScene<PublishSubject>.play() } }"

  @Test(arguments: [
    "@_cdecl(\"write\") func other() {}", "@`_cdecl`(\"write\") func other() {}",
    "{@c func other() {}",
    "  @c(write) func other() {}", "@_silgen_name(\"write\") func other() {}",
    "@section(\".data\")",
    "@used let early = 1", "// @testable import Exercising", "@_spi(Any) import Exercising",
    "struct SubjectScene<Subject> {}", "extension Scene {}", "typealias `SubjectScene` = Int",
    "extension Exercising.SubjectScene {}",
    "@discardableResult@_cdecl(\"read\") func other() {}", "@a@used@section(\".init_array\")",
    "@preconcurrency@testable import Exercising", "\u{600}@_cdecl(\"read\") func other() {}",
    "@\u{600}@_cdecl(\"read\") func other() {}", "let mark = \"\\(SubjectScene<Int>.self)\"",
    "let mark = #\"\\#(\"a\" + SubjectScene.name)\"#",
    "let odd = \"/*\"; extension SubjectScene {} // */",
    "let odd = /\"/; extension SubjectScene {}; let end = /\"/",
    "let odd = /\\/*/; extension SubjectScene {}; let end = /\\*\\//",
    "let odd = #/\"/#; extension SubjectScene {}; let end = #/\"/#",
    "let odd = #\"\"\"#; extension SubjectScene {} // \"",
    "let `odd \"` = 1; extension SubjectScene {}; let `end \"` = 1",
    "/* /* */ */ extension SubjectScene {} /* */", "let odd = 1 // \rextension SubjectScene {}",
    "struct SubjectScene\u{301} {}",
  ])
  func `is found anywhere in a line`(line: String) {
    #expect(ForbiddenWord(in: "import Exercising\r\n\n\(line)\n", besides: Self.main)?.line == 3)
  }

  @Test(arguments: [
    "let body: @convention(c) () -> Void", "@escaping @Sendable @unchecked",
    "let mail = \"ann@c.example\"",
    "@usableFromInline", "struct FirstScene {}", "let scene = obscene + Scenery()",
    "@customWrapper var x", "// SubjectScene drives it", "/* a /* nested */ SubjectScene */",
    "let mark = \"SubjectScene \\(7) SubjectScene\"", "let mark = #\"\\(SubjectScene)\"#",
    "let half = count/2 // of SubjectScene, or 1/2",
    "let mark = \"\"\"\n a \"SubjectScene\"\n \"\"\"",
  ])
  func `is not found in similar words`(line: String) {
    #expect(ForbiddenWord(in: line, besides: Self.main) == nil)
  }

  @Test
  func `is reported like an error of the compiler`() {
    let word = ForbiddenWord(in: "@`_cdecl`(\"write\")", besides: Self.main)
    #expect(
      word?.message(in: "Exercise.swift")
        == "Exercise.swift:1: error: “@`_cdecl`” may replace a function of the system: "
        + "no exercise needs it")
  }

  @Test(arguments: [
    "Mirror(reflecting: executor)", "Swift.`Mirror`.self", "dlsym(nil, \"prctl\")",
    "unsafeBitCast(task, to: (Int, Int).self)", "let place: UnsafeMutablePointer<Int>? = nil",
    "withUnsafeBytes(of: &x) { _ in }", "Unmanaged.passRetained(self)",
    "OpaquePointer(bitPattern: 7)",
  ])
  func `is what reaches memory or functions outside the exercise`(line: String) {
    let word = ForbiddenWord(in: line, besides: Self.main)
    #expect(word?.message(in: "").contains("outside the exercise: no exercise needs it") == true)
  }

  @Test(arguments: [
    "nonisolated(unsafe) private var note = 0", "unowned(unsafe) let owner: Owner",
    "await withUnsafeContinuation { $0.resume() }", "try data.write(to: url, options: .atomic)",
  ])
  func `is none that only names a risk`(line: String) {
    #expect(ForbiddenWord(in: line, besides: Self.main) == nil)
  }

  @Test(arguments: ["ThreadPool", "JoinableThread", "SerialTasks", "CallQueue", "DeliveryQueue"])
  func `is a type that solves the exercise TaskThread, and only there`(type: String) throws {
    let source = "import Concurrency\nprivate let other = \(type)()\n"
    let exercises = Catalog.exercises.filter {
      ForbiddenWord(in: source, besides: "", solvingTypes: $0.solvingTypes) != nil
    }
    let word = ForbiddenWord(
      in: source, besides: "", solvingTypes: Exercise.taskThread.solvingTypes)
    #expect(exercises.map(\.name) == ["TaskThread"])
    #expect(
      word?.message(in: "Exercise.swift")
        == "Exercise.swift:2: error: “\(type)” solves the exercise: write that part yourself")
  }

  @Test(arguments: [
    "DispatchQueue.main.async {}", "Thread.detachNewThread {}", "try await Task.sleep(for: .zero)",
    "await Task.yield()", "@MainActor func show() {}", "let pool = ThreadPool()",
  ])
  func `is any call that leaves the script's thread, only in an exercise with tasks`(line: String) {
    #expect(ForbiddenWord(in: line, besides: "", runsInTasks: true)?.line == 1)
    #expect(ForbiddenWord(in: line, besides: "") == nil)
    let tasks = Catalog.exercises.filter(\.runsInTasks).map(\.name)
    #expect(tasks == ["Broadcast", "SharedNews", "AsyncRenames", "ArtistStore"])
  }

  @Test(arguments: [
    "import Synchronization\nlet name = Mutex(7)",
    "import struct Synchronization.Mutex", "import Synchronization; typealias M = `Mutex`<Int>",
    "import Synchronization\nlet name = Synchronization . Mutex(7)",
  ])
  func `is a lock that ThreadSanitizer does not see, where a check finds races`(text: String) {
    let word = ForbiddenWord(in: text, besides: "", findsRaces: true)
    #expect(word?.word == "Mutex")
    #expect(
      word?.message(in: "Exercise.swift").hasSuffix(
        "is a lock that ThreadSanitizer does not see: use Locked or NSLock") == true)
    #expect(ForbiddenWord(in: text, besides: "") == nil)
    let racing = (Catalog.exercises + Catalog.rungs).filter(\.findsRaces).map(\.name)
    #expect(racing == ["Broadcast", "TaskThread", "Confinement", "TaskList"])
  }

  @Test(arguments: [
    ("import os\nlet lock = OSAllocatedUnfairLock()", "is a lock that Linux does not have"),
    ("var lock = os_unfair_lock_s()", "is a lock that Linux does not have"),
    ("let lock = NSConditionLock()", "is a lock that crashes on Linux when it has to wait"),
    ("let tasks = NSMutableArray()", "is memory that ThreadSanitizer does not see"),
  ])
  func `is what cannot be searched for races on each system`(text: String, reason: String) {
    let word = ForbiddenWord(in: text, besides: "", findsRaces: true)
    #expect(word?.message(in: "Exercise.swift").contains(reason + ": use ") == true)
    #expect(ForbiddenWord(in: text, besides: "") == nil)
  }

  @Test(arguments: [
    "struct Mutex {}", "import Synchronization\nlet turn = Atomic(0) // Mutex",
    "let lock = NSLock(), other = NSCondition(), count = DispatchSemaphore(value: 1)",
    "let lock = NSRecursiveLock(), queue = DispatchQueue(label: \"lock\")",
  ])
  func `is not any other lock`(text: String) {
    #expect(ForbiddenWord(in: text, besides: "", findsRaces: true) == nil)
  }

  @Test(arguments: ["continuation.yield(7)", "Task { await store.remove(7) }", "let sleeper = 1"])
  func `is not a similar name in a task`(line: String) {
    #expect(ForbiddenWord(in: line, besides: "", runsInTasks: true) == nil)
  }
}
