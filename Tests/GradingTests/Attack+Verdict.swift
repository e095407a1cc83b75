@testable import Grading

extension Attack {
  /// Attacks that would forge a verdict: with events, with a report, or with code that replaces the
  /// grader's.
  static let onVerdict: [Attack] = [
    // Writes frames without the nonce.
    .init(
      "ForgesFrames", .stopped,
      does: #"""
        let frames = "0 ready 0 \n1 step 0 \n2 event 0 ann next(1)\n3 end 1 \n"
        _ = frames.withCString { write(3, $0, strlen($0)) }
        _exit(0)
        """#),
    // Replaces the function that reads the script, with an attribute directly after another one.
    .init(
      "HidesAnAttribute", .build,
      declares: """
        @discardableResult@_cdecl("read") public func steal(
          _ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
        ) -> Int { _exit(0) }
        """),
    // Imports the solution from its module.
    .init(
      "ImportsTheSolution", .build,
      declares: """
        @testable import Grading
        typealias PublishSubject = Grading.PublishSubject
        """),
    // Replaces the entry point of the program.
    .init(
      "IsMain", .build,
      declares: """
        @_cdecl("main") public func notTheProgram() -> Int32 {
          puts("PASS")
          return 0
        }
        """),
    // Finds a function of ThreadSanitizer, which would keep a race from being reported.
    .init(
      "LooksUpAFunction", .build,
      does: """
        _ = dlsym(nil, "__sanitizer_set_death_callback")
        """),
    // Finds the player's objects by way of a closure, and the nonce in them.
    .init(
      "OpensAClosure", .build,
      subscribing: """
        let (_, context) = unsafeBitCast(observer, to: (Int, Int).self)
        print(context)
        return {}
        """),
    // Uses private parts of the scene to send events.
    .init(
      "OpensTheScene", .build,
      declares: "@testable import Exercising",
      members: #"private let pipe = FramePipe(nonce: "guessed")"#,
      does: "pipe.end(steps: 1)"),
    // Shows private properties of what the scene hands over, and sets them.
    .init(
      "MirrorsTheScene", .build,
      does: """
        for child in Mirror(reflecting: observers).children { print(child.value) }
        """),
    // Prints escape codes, bidirectional marks and a command of a build log.
    .init(
      "PaintsTheTerminal", .fail,
      does: #"""
        print("\u{1B}[2J\u{1B}]0;owned\u{07}\u{1B}[32mPASS\u{1B}[0m")
        print("::set-output name=score::100")
        print("\u{202E}SSAP\u{2066}\u{0}\u{8}")
        """#),
    // Prints that it passes.
    .init("PrintsPass", .fail, does: #"print("PASS PublishSubject 6/6")"#),
    // Prints the output of a correct subject.
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
    // Replaces functions of the system.
    .init(
      "ReplacesStrlen", .build,
      declares: """
        @_cdecl("strlen") public func lengthOfAnything(_ text: UnsafePointer<CChar>) -> Int { 0 }
        @_cdecl("memcmp") public func everythingIsEqual(
          _ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ count: Int
        ) -> Int32 { 0 }
        """,
      does: "_exit(0)"),
    // Replaces `write` with a function that writes nothing.
    .init(
      "ReplacesWrite", .build,
      declares: """
        @_cdecl("write") public func writeNothing(
          _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int
        ) -> Int { count }
        """),
    // Shadows the scene of `Main.swift`, and sends the events of a correct subject.
    .init(
      "ShadowsTheScene", .build,
      declares: #"""
        struct SubjectScene<Subject> {
          static func play() {
            let nonce = readLine() ?? ""
            var frames = ["ready 0 "]
            var observer: String?
            var count = 0
            while let words = readLine()?.split(separator: " ") {
              frames.append("step \(count) ")
              if words[0] == "subscribe" { observer = String(words[1]) }
              if words[0] == "next", let observer {
                frames.append("event \(count) \(observer) next(\(words[1]))")
              }
              count += 1
            }
            frames.append("end \(count) ")
            let text = frames.enumerated().map { "\(nonce) \($0) \($1)\n" }.joined()
            _ = text.withCString { write(3, $0, strlen($0)) }
            _exit(0)
          }
        }
        """#),
    // Runs before `main`: reads nonce and script, and sends the events of a correct subject.
    .init(
      "StartsBeforeMain", .build,
      declares: #"""
        @section(".init_array") @used
        let beforeAnything: @convention(c) () -> Void = { telling() }

        private func telling() {
          var lines: [String] = []
          while let line = readLine() { lines.append(line) }
          guard let nonce = lines.first else { return }
          var frames = ["ready 0 "]
          var observer: String?
          for (place, words) in lines.dropFirst().map({ $0.split(separator: " ") }).enumerated() {
            frames.append("step \(place) ")
            if words[0] == "subscribe" { observer = String(words[1]) }
            if words[0] == "next", let observer {
              frames.append("event \(place) \(observer) next(\(words[1]))")
            }
          }
          frames.append("end \(lines.count - 1) ")
          let text = frames.enumerated().map { "\(nonce) \($0) \($1)\n" }.joined()
          _ = text.withCString { write(3, $0, strlen($0)) }
          _exit(0)
        }
        """#),
    // Runs before the program, with attributes directly after another one.
    .init(
      "StartsBehindAnAttribute", .build,
      declares: """
        @usableFromInline@used@section(".init_array")
        let early: @convention(c) () -> Void = { _exit(97) }
        """),
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
    // Writes invalid UTF-8 to its output and to the grader.
    .init(
      "SendsInvalidText", .stopped,
      does: """
        let bytes: [UInt8] = [0xFF, 0xFE, 0xC3, 0x28, 0x0A]
        for descriptor: Int32 in [1, 2, 3] { _ = write(descriptor, bytes, bytes.count) }
        """),
    // Writes to all descriptors.
    .init(
      "WritesToEveryDescriptor", .stopped,
      does: #"""
        for descriptor: Int32 in 0..<256 { _ = "PASS\n".withCString { write(descriptor, $0, 5) } }
        """#),
  ]
}
