import Concurrency
import Foundation
import TestSupport
import Testing

@testable import Grading
@testable import Subcommands
@testable import WorkbookCommand

struct `Progress on disk`: ~Copyable {
  let folder: TemporaryFolder
  let complaints = Recorder<String>()
  init() throws { folder = try TemporaryFolder() }

  private var file: ProgressFile {
    let complaints = complaints
    return ProgressFile(folder: folder.url) { line in complaints.record(line) }
  }

  @Test
  func `is available in the next process`() {
    file.update { progress in
      progress["PublishSubject"].hintCount = 2
      progress["PublishSubject"].verdict = .graderError
    }
    file.update { $0["ReplayBuffer"].hasPassed = true }
    let progress = file.load()
    #expect(progress["PublishSubject"].hintCount == 2)
    #expect(progress["PublishSubject"].verdict == .graderError)
    #expect(progress["ReplayBuffer"].hasPassed)
    #expect(progress["RelayHub"] == LearnerProgress.Entry())
    #expect(complaints.entries == [])
  }

  @Test
  func `keeps the changes of several threads at the same time`() {
    let file = file
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      file.update { $0["Exercise \(index)"].hintCount = index }
    }
    #expect((0..<16).map { file.load()["Exercise \($0)"].hintCount } == Array(0..<16))
    #expect(complaints.entries == [])
  }

  @Test(arguments: ["hint PublishSubject", "reset PublishSubject"])
  func `shows that it waits for another process`(line: String) {
    let (shown, complaints) = (Recorder<String?>(), Recorder<String>())
    let hasFinished = finishes {
      do {
        let workshop = try Workshop()
        try workshop.file.write("mine")
        let lock = Locked<Int32?>(try Files.lock(workshop.state))
        let words = line.split(separator: " ").map(String.init)
        let printed = workshop.run(words) { words in
          shown.record(words)
          if words != nil, let lock = lock.withLock({ $0.take() }) { close(lock) }
        }
        complaints.record(printed.complaints)
      } catch { complaints.record("\(error)") }
    }
    #expect(hasFinished)
    // A program that another test starts at the moment has all descriptors until it is executed, so
    // the command may wait once more.
    #expect(shown.entries.prefix(2) == ["waiting for another `workbook` …", nil])
    #expect(complaints.entries == [""])
  }

  @Test(arguments: ["", "{", "[1]", #"{"entries":{"PublishSubject":7}}"#, "not JSON at all"])
  func `that cannot be decoded is reported and moved aside, never lost`(content: String) throws {
    let url = folder.url.appending(path: "progress.json")
    let taken = folder.url.appending(path: "progress-unreadable-1.json")
    try url.write(content)
    try taken.write("an older one")
    let progress = file.load()
    file.update { $0["PublishSubject"].hintCount = 1 }
    let hintCount = file.load()["PublishSubject"].hintCount
    #expect(progress == LearnerProgress())
    #expect(hintCount == 1)
    #expect(taken.text == "an older one")
    #expect(folder.url.appending(path: "progress-unreadable-2.json").text == content)
    #expect(complaints.entries.count == 1)
    #expect(
      complaints.entries.first?.hasSuffix(
        "it was renamed to progress-unreadable-2.json. Earlier hints and passes are lost; `swift "
          + "run workbook check` restores the verdicts of your files") == true)
  }

  @Test
  func `that cannot be written is reported, and stops no command`() throws {
    let place = folder.url.appending(path: "progress.json")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    file.update { $0["PublishSubject"].hintCount = 1 }
    #expect(complaints.entries.count == 1)
    #expect(complaints.entries.last?.hasPrefix("progress cannot be saved: ") == true)
  }
}

struct `The status of an exercise` {
  private let stub = Data("stub".utf8)
  private let content = Data("mine".utf8)

  private func status(_ content: Data?, _ change: (inout LearnerProgress.Entry) -> Void = { _ in })
    -> ExerciseStatus
  {
    var entry = LearnerProgress.Entry()
    change(&entry)
    return ExerciseStatus(of: .publishSubject, entry, content: .success(content), stub: stub)
  }

  @Test
  func `depends on its file and its last check`() {
    let content = content
    let checked = status(content) {
      $0.verdict = .fail
      $0.score = 3
      $0.fingerprint = String(content.fingerprint, radix: 16)
    }
    let edited = status(Data("edited".utf8)) {
      $0.verdict = .pass
      $0.fingerprint = String(content.fingerprint, radix: 16)
    }
    #expect(status(stub).word == "TODO")
    #expect(status(nil).word == "no file")
    #expect(status(content).word == "unchecked")
    #expect(checked.word == "FAIL")
    #expect(checked.words == "the events are not the expected ones")
    #expect(checked.score == 3)
    #expect(edited.word == "PASS*")
    #expect(edited.words == "all visible checks passed; edited since")
  }

  @Test
  func `is compared by a fingerprint that is equal on all machines`() {
    #expect(Data().fingerprint == 0xcbf2_9ce4_8422_2325)
    #expect(Data("a".utf8).fingerprint == 0xaf63_dc4c_8601_ec8c)
  }
}
