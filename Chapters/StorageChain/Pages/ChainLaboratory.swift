import LayeredStorage
import Workbook

extension Laboratory {
  /// A chain of memory over a file, with sequences of five steps.
  static let chain = Laboratory(
    "Choose five steps. The file begins with Ann, and each write stores the next student.",
    rule: "each get returns what is in the file",
    columns: ["memory", "file", "the caller sees"],
    asWritten: { _ in try ChainRun.asWritten() }, fixed: { _ in try ChainRun.fixed() },
    following: { taken in taken.count < 5 ? ChainRun.Step.allCases : [] })
}

/// A file whose disk may be full, and an app that is launched over it.
private final class ChainRun: LaboratoryRun {
  enum Step: String, CaseIterable {
    case get, set
    case change = "change outside"
    case fail = "set on a full disk"
    case relaunch
  }

  /// The file, which outlives the launches.
  struct File {
    let value: () throws -> Student
    let setFull: (Bool) -> Void
    let changeOutside: (Student) throws -> Void
  }

  /// One launch of the app: its chain, and what is in its memory.
  struct Launch {
    let get: () throws -> Student
    let set: (Student) throws -> Void
    let memory: () throws -> String
  }

  private let file: File
  private let launch: () -> Launch
  private let transcript: Transcript
  private var current: Launch
  private var students = [.bob, .cid, .dan, Student("Jake"), Student("Taylor")][...]
  private var seen = ""
  private(set) var isWrong = false

  private init(_ transcript: Transcript, file: File, launch: @escaping () -> Launch) {
    self.transcript = transcript
    self.file = file
    self.launch = launch
    current = launch()
  }

  static func asWritten() throws -> ChainRun {
    let transcript = Transcript { _ in }
    let file = AsWrittenFullFile()
    try file.setValue(.ann)
    return ChainRun(
      transcript,
      file: File(
        value: file.getValue, setFull: { file.base.isFull = $0 },
        changeOutside: {
          try file.setValue($0)
          file.valueBeModifiedHandler?($0)
        })
    ) {
      let (memory, log) = (AsWritten.StudentMemoryProvider(), CallLog(in: transcript))
      let chain = AsWritten.SynchronizedStorageChain(
        AsWritten.Logged(memory, as: "memory", in: log),
        underlyingProvider: AsWritten.Logged(file, as: "file", in: log))
      return Launch(get: chain.getValue, set: chain.setValue, memory: { "\(memory.getValue())" })
    }
  }

  static func fixed() throws -> ChainRun {
    let transcript = Transcript { _ in }
    let file = FullFile()
    try file.setValue(.ann)
    return ChainRun(
      transcript,
      file: File(value: file.getValue, setFull: { file.isFull = $0 }, changeOutside: file.setValue)
    ) {
      let (memory, log) = (StudentMemoryProvider(), CallLog(in: transcript))
      let chain = SynchronizedStorageChain(
        Logged(memory, as: "memory", in: log),
        underlyingProvider: Logged(file, as: "file", in: log))
      return Launch(
        get: chain.getValue, set: chain.setValue,
        memory: { memory.hasValue ? "\(try memory.getValue())" : "nothing" })
    }
  }

  func take(_ step: Step) throws -> [String] {
    let before = transcript.recording.lines.count
    (seen, isWrong) = ("", false)
    let next = students.removeFirst()
    switch step {
    case .get:
      let student = try current.get()
      seen = "\(student)"
      isWrong = student != (try file.value())
    case .set: try set(next)
    case .change: try file.changeOutside(next)
    case .fail:
      file.setFull(true)
      try set(next)
      file.setFull(false)
    case .relaunch: current = launch()
    }
    return Array(transcript.recording.lines.dropFirst(before))
  }

  private func set(_ student: Student) throws {
    do {
      try current.set(student)
      seen = "set \(student)"
    } catch let error as NoRoom {
      seen = "error: \(error)"
    }
  }

  var cells: [String] {
    get throws { [try current.memory(), "\(try file.value())", seen] }
  }
}
