import Foundation
import Processes
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
    let line = frame.line(nonce: "nonce")
    #expect(line.count { $0 == "\n" } == 1)
    let bytes = Array(line.utf8.dropLast())
    #expect(bytes.withUnsafeBytes { Frame(line: $0, nonce: "nonce") } == frame)
  }

  @Test
  func `is accepted if the sequence is complete and in order`() {
    let frames = read(["0 ready 0 ", "1 step 0 ", "2 event 0 ann next(1)", "3 step 1 ", "4 end 2 "])
    #expect(frames.events == [["ann next(1)"], []])
    #expect(frames.hasEnd)
    #expect(!frames.isForged)
  }

  @Test
  func `may contain a carriage return before its line feed`() {
    let frames = read(["0 ready 0 ", "1 step 0 ", "2 event 0 bob\r", "3 step 1 ", "4 end 2 "])
    #expect(frames.events == [["bob\r"], []])
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
    pipe.begin(0)
    pipe.send(.event, "ann next(1)")
    pipe.end(steps: 1)
    pipe.send(.event, "ann next(2)")
    try way.writing.close()
    let frames = Frames(
      Array(try way.reading.readToEnd() ?? Data()), nonce: "nonce", steps: 1)
    #expect(frames.events == [["ann next(1)"]])
    #expect(frames.hasEnd)
    #expect(!frames.isForged)
  }

  private func read(_ lines: [String]) -> Frames {
    let text = lines.map { "nonce \($0)\n" }.joined()
    return Frames(Array(text.utf8), nonce: "nonce", steps: 2)
  }
}
