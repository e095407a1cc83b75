@testable import Grading

extension Attack {
  /// Attacks that end or exhaust their own process.
  static let onItself: [Attack] = [
    .init(
      "AsksForAllAddresses", .crash,
      does: """
        while true {
          guard let more = mmap(nil, 1 << 34, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            more != MAP_FAILED
          else { fatalError("no more addresses") }
        }
        """),
    .init("CallsExit", .stopped, does: "exit(0)"),
    .init(
      "CallsItself", .crash,
      members: """
        private func deeper(_ depth: Int) {
          deeper(depth + 1)
          withExtendedLifetime(self) {}
        }
        """,
      does: "deeper(0)"),
    .init("CallsUnderscoreExit", .stopped, does: "_exit(0)"),
    .init(
      "ClosesEveryDescriptor", .stopped,
      does: "for descriptor: Int32 in 0..<256 { close(descriptor) }"),
    .init("ExitsBeforeTheScript", .stopped, members: "init() { exit(0) }"),
    .init(
      "FillsTheDisk", .crash,
      does: """
        let file = open("full", O_WRONLY | O_CREAT, 0o666)
        let block = [UInt8](repeating: 7, count: 1 << 20)
        while write(file, block, block.count) > 0 {}
        fatalError("the disk is full")
        """),
    .init(
      "FloodsTheErrors", .limit,
      does: #"while true { _ = "more".withCString { write(2, $0, 4) } }"#),
    .init("FloodsTheEvents", .limit, subscribing: "while true { observer(.completed) }"),
    .init(
      "FloodsTheOutput", .limit,
      does: #"while true { print("more and more and more and more") }"#),
    .init(
      "ForksForever", .timeout, .limit, needs: Attack.confined,
      does: """
        system("bomb() { bomb | bomb & }; bomb")
        while true {}
        """),
    .init(
      "HoardsMemory", .limit, .crash,
      does: """
        var hoard: [[UInt8]] = []
        while true { hoard.append([UInt8](repeating: 7, count: 8 << 20)) }
        """),
    .init(
      "IgnoresAllSignals", .timeout,
      does: """
        for number: Int32 in 1...64 { Glibc.signal(number, SIG_IGN) }
        while true {}
        """),
    // Starts programs that fill the memory from a thread other than the main one.
    .init(
      "LetsAThreadHoard", .limit,
      does: """
        Thread {
          system("(head -c 1000000000 /dev/zero; sleep 4242) | tail -c 900000000 > /dev/null")
        }.start()
        while true { sleep(1) }
        """),
    .init("LoopsForever", .timeout, does: "while true {}"),
    .init(
      "ReachesPastTheEnd", .crash,
      members: "private let values = [1, 2, 3]",
      does: "_ = values[values.count]"),
    .init("SleepsThroughTheDeadline", .timeout, does: "sleep(4242)"),
    .init(
      "StartsManyThreads", .timeout, .crash, .limit,
      does: "while true { Thread { while true { sleep(1) } }.start() }"),
    .init(
      "StopsItself", .timeout,
      does: """
        kill(getpid(), SIGSTOP)
        while true {}
        """),
    .init(
      "WaitsForItself", .timeout,
      members: "private let lock = NSLock()",
      does: """
        lock.lock()
        lock.lock()
        """),
  ]
}
