import Foundation
import TestSupport
import Testing

@testable import Workbook

@Suite(.serialized)
struct `A recording` {
  private struct Refused: Error, CustomStringConvertible {
    let description = "refused"
  }

  @Test
  func `nests calls, names the caller, and has what they return or throw`() async throws {
    let transcript = Transcript { _ in }
    await transcript.call("load", of: "viewModel", returning: { (count: Int) in "\(count) news" }) {
      await Task.yield()
      try? await transcript.call("read", of: "store") { () async throws(Refused) in
        await Task.yield()
        throw Refused()
      }
      return 2
    }
    let events = transcript.recording.events
    #expect(
      events.map { [$0.kind.rawValue, $0.from, $0.to, $0.text] } == [
        ["call", "page", "viewModel", "load"], ["call", "viewModel", "store", "read"],
        ["return", "store", "viewModel", "error: refused"],
        ["return", "viewModel", "page", "2 news"],
      ])
    #expect(events.map(\.inside) == [nil, 1, 2, 1])
    #expect(transcript.recording.parts == ["page", "viewModel", "store"])
  }

  @Test
  func `has the place of the outermost statement`() throws {
    let transcript = Transcript { _ in }
    let place = #line + 1
    transcript.sending(.value("1")) {
      transcript.receives(.value("1"), in: "observer")
      transcript.line("observer: 1")
    }
    let events = transcript.recording.events
    #expect(events.map(\.file) == Array(repeating: "WorkbookTests/RecordingTests.swift", count: 3))
    #expect(events.map(\.line) == [place, place, place])
  }

  @Test
  func `assigns an event to each printed line`() {
    let transcript = Transcript { _ in }
    transcript.sending(.value("1")) {}
    transcript.sending(.value("2")) {
      transcript.receives(.value("2"), in: "a")
      transcript.line("a: 2")
      transcript.receives(.value("2"), in: "b")
      transcript.line("b: 2")
      transcript.receives(.value("2"), in: "silent")
    }
    transcript.record(.dispose, to: "a")
    transcript.line("end")
    transcript.record(.dispose, to: "b")
    let recording = transcript.recording
    #expect(recording.lines == ["a: 2", "b: 2", "end"])
    #expect(recording.printed == [3, 1, 1, 1, 2, 2, 3, 3, 3, nil])
  }

  @Test
  func `of concurrent events does not depend on which thread is faster`() async {
    var texts: [[String]] = []
    for order in [["2", "1"], ["1", "2"]] {
      let transcript = Transcript { _ in }
      transcript.line("3")
      await transcript.concurrently {
        for text in order { transcript.record(.commit, text, to: "store") }
      }
      transcript.record(.commit, "0", to: "store")
      texts.append(transcript.recording.events.map(\.text))
    }
    #expect(texts == [["3", "1", "2", "0"], ["3", "1", "2", "0"]])
  }

  @Test
  func `has the location of the next printed line for a property`() {
    let transcript = Transcript { _ in }
    transcript.read("Ann", by: "frozen", fileID: "Chapter/Decorator.swift", line: 1)
    transcript.line("frozen: Ann", fileID: "Chapter/Page.swift", line: 2)
    transcript.line("end", fileID: "Chapter/Page.swift", line: 3)
    let events = transcript.recording.events
    #expect(events.map(\.file) == Array(repeating: "Chapter/Page.swift", count: 3))
    #expect(events.map(\.line) == [2, 2, 3])
  }

  @Test
  func `is the same JSON each time, with an event on a line`() async throws {
    let folder = try TemporaryFolder("recording")
    let file = folder.url.appending(path: "drawn.json")
    var texts: [String] = []
    for _ in 1...2 {
      let printed = await Sample.printed(by: ["drawn", "--record", file.path])
      #expect(printed == Printed(output: "sent 1\n", screen: "sent 1\n"))
      texts.append(try String(contentsOf: file, encoding: .utf8))
    }
    let expected = """
      {
        "chapter": "Sample",
        "events": [
          {"file":"WorkbookTests/SampleChapters.swift","from":"sent","kind":"send","line":14,"order":1,\
      "printed":1,"text":"1","thread":"main"},
          {"file":"WorkbookTests/SampleChapters.swift","inside":1,"kind":"line","line":14,"order":2,\
      "printed":1,"text":"sent 1","thread":"main"}
        ],
        "format": 1,
        "lines": ["sent 1"],
        "page": "drawn",
        "parts": ["sent"],
        "picture": "marbles",
        "title": "Something to draw"
      }

      """
    #expect(texts == [expected, expected])
  }

  @Test
  func `that cannot be written ends the program with status 74 and one line`() async throws {
    let folder = try TemporaryFolder("recording")
    let file = folder.url.appending(path: "none/drawn.json").path
    let printed = await Sample.printed(by: ["plain", "--record", file])
    #expect(printed.output == "a line\n")
    #expect(
      printed.complaints
        == "Chapter-Sample: \(file) cannot be written: No such file or directory; choose another "
        + "path\n")
    #expect(printed.status == 74)
  }

  @Test(.exitTest)
  func `of an earlier run stays if there is no room for another`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder("recording")
      let file = folder.file("plain.json")
      _ = await Sample.printed(by: ["plain", "--record", file.path])
      let before = try Data(contentsOf: file)
      let link = folder.file("link.json")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
      ResourceLimit.fileSize.set(0)
      for path in [file.path, link.path] {
        let printed = await Sample.printed(by: ["plain", "--record", path])
        #expect(printed.status == 74)
        #expect(try Data(contentsOf: file) == before && !before.isEmpty)
      }
    }
  }

  @Test
  func `replaces a file but neither its permissions nor a link to it, and is written to a pipe`()
    async throws
  {
    let folder = try TemporaryFolder("recording")
    let (file, link) = (folder.file("plain.json"), folder.file("link.json"))
    try Data("private".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    let pipe = Pipe()
    let end = "/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)"
    for path in [file.path, link.path, end] {
      #expect(await Sample.printed(by: ["plain", "--record", path]).status == 0)
    }
    try pipe.fileHandleForWriting.close()
    let facts = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(facts[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == file.path)
    let piped = try pipe.fileHandleForReading.readToEnd()
    #expect(try piped == Data(contentsOf: file))
  }
}

@MainActor
struct `A laboratory` {
  /// A run whose steps add to a number.
  private final class Adding: LaboratoryRun {
    enum Step: String, CaseIterable { case one, ten }

    private(set) var sum: Int
    init(from start: Int = 0) { sum = start }

    func take(_ step: Step) -> [String] {
      sum += step == .one ? 1 : 10
      return ["add \(step)"]
    }

    var cells: [String] { ["\(sum)"] }

    var isWrong: Bool { sum == 11 }
  }

  private func laboratory(
    following: @escaping @Sendable ([Adding.Step]) -> [Adding.Step],
    fixed: @escaping Laboratory.Start<Adding.Step>
  ) -> Laboratory {
    Laboratory(
      "Add.", rule: "it is not 11", columns: ["sum"], asWritten: { _ in Adding() }, fixed: fixed,
      following: following)
  }

  @Test
  func `has every order once, and each outcome once`() throws {
    let recorded = try laboratory(following: { $0.count < 2 ? Adding.Step.allCases : [] }) { _ in
      Adding(from: 1)
    }.record()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(recorded), as: UTF8.self)
    #expect(text.contains(#""root":[-1,0,3,[0,1,2,[0,2,4],[1,5,6]],[1,7,5,[0,8,9],[1,10,11]]]"#))
    let outcomes = recorded.outcomes.map { outcome in
      (outcome.events + outcome.cells).joined(separator: ": ")
        + (outcome.isWrong == true ? "!" : "")
    }
    #expect(
      outcomes == [
        "0", "add one: 1", "add one: 2", "1", "add one: 3", "add ten: 11!", "add ten: 12",
        "add ten: 10", "add one: 11!", "add one: 12", "add ten: 20", "add ten: 21",
      ])
    #expect(recorded.versions == ["as written", "fixed"])
  }

  @Test
  func `takes only steps that may follow`() throws {
    let recorded = try laboratory(following: { $0.isEmpty ? [.ten] : $0 == [.ten] ? [.one] : [] }) {
      _ in
      Adding()
    }.record()
    #expect(recorded.root.children.map(\.step) == [1])
    #expect(recorded.root.children.first?.children.map(\.step) == [0])
    #expect(recorded.outcomes.count == 3)
  }
}
