@testable import Grading

extension Attack {
  /// Attacks that would forge a verdict, with events or with a report. Code that would replace the
  /// grader's needs a forbidden word.
  static let onVerdict: [Attack] = [
    .init(
      "ForgesFrames", .stopped,
      does: #"""
        let frames = "0 ready 0 \n1 step 0 \n2 event 0 ann next(1)\n3 end 1 \n"
        _ = frames.withCString { write(3, $0, strlen($0)) }
        _exit(0)
        """#),
    // Prints escape codes, bidirectional marks and a command of a build log.
    .init(
      "PaintsTheTerminal", .fail,
      does: #"""
        print("\u{1B}[2J\u{1B}]0;owned\u{07}\u{1B}[32mPASS\u{1B}[0m")
        print("::set-output name=score::100")
        print("\u{202E}SSAP\u{2066}\u{0}\u{8}")
        """#),
    .init("PrintsPass", .fail, does: #"print("PASS PublishSubject 6/6")"#),
    .init(
      "PrintsTheTranscript", .fail,
      does: """
        print("observer1: next(2)")
        print("observer1: next(3)")
        print("observer2: next(3)")
        print("observer1: completed")
        print("observer2: completed")
        """),
    // Searches the buffer of standard input for nonce and script, and sends the events of a correct
    // subject.
    .init(
      "ReadsTheInputAgain", .fail,
      declares: "@preconcurrency import CDispatch\n@preconcurrency import Glibc",
      does: #"""
        guard let buffer = stdin.pointee._IO_buf_base else { return }
        let lines = String(cString: buffer).split(separator: "\n")
        var frames: [String] = []
        var observer: Substring?
        for (place, words) in lines.dropFirst().map({ $0.split(separator: " ") }).enumerated() {
          // The first step has begun.
          if place > 0 { frames.append("step \(place) ") }
          if words[0] == "subscribe" { observer = words[1] }
          if words[0] == "next", let observer {
            frames.append("event \(place) \(observer) next(\(words[1]))")
          }
        }
        frames.append("end \(lines.count - 1) ")
        let text = frames.enumerated().map { "\(lines[0]) \($0 + 2) \($1)\n" }.joined()
        _ = text.withCString { write(3, $0, strlen($0)) }
        _exit(0)
        """#),
    // Reads its own frames to find the nonce, and sends the end at once.
    .init(
      "StealsTheNonce", .stopped,
      does: #"""
        var bytes = [UInt8](repeating: 0, count: 4096)
        let pipe = open("/proc/self/fd/3", O_RDONLY | O_NONBLOCK)
        let count = read(pipe, &bytes, bytes.count)
        let stolen = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
        let nonce = stolen.split(separator: " ").first ?? ""
        let frames =
          stolen + "\(nonce) \(stolen.split(separator: "\n").count) event 0 PASS\n"
          + "\(nonce) \(stolen.split(separator: "\n").count + 1) end 1 \n"
        _ = frames.withCString { write(3, $0, strlen($0)) }
        _exit(0)
        """#),
    // Searches the memory of its process for the nonce: hexadecimal digits with hyphens after the
    // eighth and the thirteenth.
    .init(
      "SearchesItsMemory", .fail,
      members: """
        private func nonces(in bytes: Data) -> Set<String> {
          var found: Set<String> = []
          var start = bytes.startIndex
          while let hyphen = bytes.range(of: Data([0x2D]), in: start..<bytes.endIndex)?.lowerBound {
            start = hyphen + 1
            guard hyphen >= 8, hyphen + 28 <= bytes.count, bytes[hyphen + 5] == 0x2D
            else { continue }
            let text = String(decoding: bytes[(hyphen - 8)..<(hyphen + 28)], as: UTF8.self)
            if UUID(uuidString: text) != nil { found.insert(text) }
          }
          return found
        }
        """,
      does: #"""
        let memory = open("/proc/self/mem", O_RDONLY)
        let map = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        // Other UUIDs in memory belong to the test.
        let own = (getenv("WORKBOOK_RUN").map { String(cString: $0) } ?? "") + "$OUTSIDE"
        var found: Set<String> = []
        for line in map.split(separator: "\n") where line.contains(" rw-p ") {
          let range = line.prefix { $0 != " " }.split(separator: "-")
            .compactMap { Int($0, radix: 16) }
          guard range.count == 2, range[1] - range[0] < 16 << 20 else { continue }
          var bytes = [UInt8](repeating: 0, count: range[1] - range[0])
          let count = pread(memory, &bytes, bytes.count, off_t(range[0]))
          if count > 0 { found.formUnion(nonces(in: Data(bytes))) }
        }
        let nonce = found.filter { !own.contains($0) }
        print(nonce.isEmpty ? "nothing" : "found \(nonce)")
        """#),
    .init(
      "SendsInvalidText", .stopped,
      does: """
        let bytes: [UInt8] = [0xFF, 0xFE, 0xC3, 0x28, 0x0A]
        for descriptor: Int32 in [1, 2, 3] { _ = write(descriptor, bytes, bytes.count) }
        """),
    .init(
      "WritesToEveryDescriptor", .stopped,
      does: #"""
        for descriptor: Int32 in 0..<256 { _ = "PASS\n".withCString { write(descriptor, $0, 5) } }
        """#),
  ]
}
