internal import Foundation

/// Writes the addresses of a thread's frames to the grader's descriptor 5 when the thread crashes.
package enum BacktraceHandler {
  /// The environment variable of a program that the grader starts with descriptor 5 open.
  package static let variable = "WORKBOOK_BACKTRACE"

  #if canImport(Glibc)
    private static let size: Int32 = 128
    private typealias Frames = UnsafeMutablePointer<UnsafeMutableRawPointer?>
    private typealias Capture = @convention(c) (Frames, Int32) -> Int32
    private typealias Write = @convention(c) (Frames, Int32, Int32) -> Void

    // Made before the first signal, because a handler must not allocate. Unsafe because the
    // compiler cannot see that only the handler uses it.
    nonisolated(unsafe) private static let frames = Frames.allocate(capacity: Int(size))
    private static let functions: (capture: Capture, write: Write)? = {
      // Swift does not import them.
      let library = dlopen(nil, RTLD_NOW)
      guard let capture = dlsym(library, "backtrace"),
        let write = dlsym(library, "backtrace_symbols_fd")
      else { return nil }
      return (unsafeBitCast(capture, to: Capture.self), unsafeBitCast(write, to: Write.self))
    }()

    /// Handles the signals of a crash, which ends the program all the same.
    static func install() {
      // The first call loads a library.
      guard let functions, functions.capture(frames, size) > 0 else { return }
      var stack = stack_t()
      stack.ss_size = 64 * 1024
      stack.ss_sp = .allocate(byteCount: stack.ss_size, alignment: 16)
      sigaltstack(&stack, nil)
      var action = sigaction()
      action.sa_flags = SA_ONSTACK
      action.__sigaction_handler.sa_handler = { signal in
        BacktraceHandler.write()
        // With the default handler, this signal or the instruction that crashed ends the program.
        Foundation.signal(signal, SIG_DFL)
        raise(signal)
      }
      for signal in [SIGABRT, SIGBUS, SIGILL, SIGSEGV, SIGTRAP] {
        sigaction(signal, &action, nil)
      }
    }

    private static func write() {
      if let functions { functions.write(frames, functions.capture(frames, size), 5) }
    }
  #else
    /// Has no effect: the system has no such function.
    static func install() {}
  #endif
}
