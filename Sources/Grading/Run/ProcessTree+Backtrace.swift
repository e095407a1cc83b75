internal import Exercising
internal import Foundation

extension ProcessTree {
  /// A thread that reports its frames on request.
  struct AskedThread {
    fileprivate let process: pid_t
    fileprivate let thread: pid_t
  }

  #if os(Linux)
    /// The threads of the program that report their frames.
    ///
    /// - Parameter isRunning: Whether to return only the running thread, or of several the one that
    ///   has run longest. It is repeated in the result, because some library code hides its
    ///   callers.
    /// - Returns: The threads, the main thread first. Empty if the program does not answer.
    func threads(running isRunning: Bool) -> [AskedThread] {
      // The root may be the program's starter.
      guard let node = nodes.first(where: { Self.answers($0.process) }) else { return [] }
      guard isRunning else {
        return node.threads.sorted().map { AskedThread(process: node.process, thread: $0) }
      }
      let running = node.threads.compactMap { thread -> (thread: pid_t, time: Int)? in
        let status = Procfs.Status("/proc/\(node.process)/task/\(thread)")
        guard let status, status.isRunnable else { return nil }
        return (thread, status.field(14) + status.field(15))
      }
      let longest = running.max { $0.time < $1.time }
      return longest.map { longest in
        let asked = AskedThread(process: node.process, thread: longest.thread)
        return Array(repeating: asked, count: Self.samples)
      } ?? []
    }

    private static let samples = 100

    /// Whether a process has a handler for the request.
    private static func answers(_ process: pid_t) -> Bool {
      let status = String(decoding: Procfs.read("/proc/\(process)/status") ?? [], as: UTF8.self)
      guard let caught = status.firstMatch(of: #/SigCgt:\s*([0-9a-f]+)/#),
        let signals = UInt64(caught.output.1, radix: 16)
      else { return false }
      return signals & (1 << UInt64(BacktraceHandler.request - 1)) != 0
    }
  #else
    /// Empty: programs do not answer.
    func threads(running isRunning: Bool) -> [AskedThread] { [] }
  #endif
}

extension ProcessTree.AskedThread {
  /// Sends the request. Calls `tgkill`, looked up by name because Swift does not import it.
  func ask() {
    #if os(Linux)
      typealias Function = @convention(c) (pid_t, pid_t, Int32) -> Int32
      guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "tgkill") else { return }
      _ = unsafeBitCast(symbol, to: Function.self)(process, thread, BacktraceHandler.request)
    #endif
  }
}
