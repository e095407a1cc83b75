import Dispatch
import Foundation
import LayeredStorage
import TestSupport
import Testing
import Workbook

@testable import Chapter_StorageChain

/// Situations that need a separate process, such as a crash or a full disk.
@Suite(.serialized)
struct `A process`: ~Copyable {
  let scratch: ScratchFolder
  let transcript = Transcript(program: BuiltProgram(StorageChain.programName).executable) { _ in }

  init() throws { scratch = try ScratchFolder() }

  /// Writes two contents in turn, and kills this process during one of the writes.
  private static func write(_ contents: [[Student]], to file: URL, beforeKill count: Int) {
    let provider = FileProvider<[Student]>(url: file)
    let hasWritten = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while true {
        for students in contents {
          try? provider.setValue(students)
          hasWritten.signal()
        }
      }
    }
    for _ in 0..<count { hasWritten.wait() }
    kill(getpid(), SIGKILL)
  }

  private static let whole = [Student.ann, .bob].map { Array(repeating: $0, count: 100) }

  @Test(.exitTest)
  func `that is killed while it writes leaves the old value or the new one, 18 times`()
    async throws
  {
    var torn: [String] = []
    for time in 0..<18 {
      // Kills the process during the second, third or fourth write.
      let count = time % 3 + 1
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [file = scratch.file as URL, count = count as Int] in
        `A process`.write(`A process`.whole, to: file, beforeKill: count)
      }
      let value = try FileProvider<[Student]>(url: scratch.file).getValue()
      if !Self.whole.contains(value) { torn.append("\(time): \(value.count)") }
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
    let strangers = left.filter { $0 != "student.json" && !$0.hasPrefix(".layered-storage-") }
    #expect(torn == [])
    #expect(strangers == [])
  }

  /// Sets a student through a chain.
  ///
  /// - Returns: The results of the write, of a read of the file and of a read of the chain.
  private static func results(at file: URL) -> [String] {
    let (memory, provider) = (StudentMemoryProvider(), StudentFileProvider(url: file))
    let chain = SynchronizedStorageChain(memory, underlyingProvider: provider)
    memory.setValue(.dan)
    let calls: [() throws -> String] = [
      {
        try chain.setValue(.bob)
        return "set"
      },
      { "file \(try provider.getValue())" }, { "chain \(try chain.getValue())" },
    ]
    return calls.map { call in
      do { return try call() } catch { return "error: \(error)" }
    }
  }

  @Test(.exitTest)
  func `on a full disk reports the error, and keeps its value`() async throws {
    try scratch.changeOutside(to: .ann)
    await #expect(processExitsWith: .success) { [file = scratch.file as URL] in
      ResourceLimit.fileSize.set(0)
      let results = `A process`.results(at: file)
      #expect(
        results == [
          "error: The file \(file.filePath) cannot be written: File too large. "
            + "Make room and set the value again.",
          "file Ann", "chain Dan",
        ])
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
    #expect(names == ["student.json"])
  }

  @Test(.exitTest)
  func `without permission reports the error, and keeps its value`() async throws {
    try scratch.changeOutside(to: .ann)
    chmod(scratch.file.path, 0o000)
    chmod(scratch.url.path, 0o555)
    await #expect(processExitsWith: .success) { [file = scratch.file as URL] in
      // The system refuses root nothing.
      if geteuid() == 0 { setuid(65534) }
      let results = `A process`.results(at: file)
      let reason = "Permission denied. Give the program the right to it, or choose another path."
      #expect(
        results == [
          "error: The file \(file.filePath) cannot be written: \(reason)",
          "error: The file \(file.filePath) cannot be read: \(reason)", "chain Dan",
        ])
    }
    chmod(scratch.url.path, 0o755)
  }

  @Test
  func `that ends abnormally is distinguished, and its output is read`() throws {
    let crashed = try transcript.run(.releasesTheChain, ["as-written"])
    let failed = try transcript.run(.otherProcess, ["/dev/null/student.json", "Ann"])
    let worked = try transcript.run(.otherProcess, [scratch.file.filePath, "Ann", "Bob"])
    #expect([crashed.isNormal, failed.isNormal, worked.isNormal] == [false, false, true])
    #expect(failed.status == 1)
    #expect(failed.errors.hasPrefix("other-process: "))
    #expect(worked.lines == ["Ann", "Bob"])
  }
}

struct `The report of a change` {
  @Test
  func `fails with the reason if the system reports no changes`() throws {
    let address = try #require(URL(string: "https://example.com/student.json"))
    let error = #expect(throws: FileProviderError.self) {
      _ = try ChangeReport(from: StudentFileProvider(url: address))
    }
    #expect(error?.cause == .notAFileURL)
  }
}
