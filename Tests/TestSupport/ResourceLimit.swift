import Foundation

/// A system limit of a process. Set it only in an exit test, because it cannot be raised again.
public enum ResourceLimit {
  /// The maximum length in bytes of a file that this process writes. Simulates a full disk.
  case fileSize
  /// One more than the highest descriptor.
  case openFiles
  #if os(Linux)
    /// Bytes of mapped memory.
    case addressSpace
  #endif

  /// Sets the limit. A write beyond `fileSize` fails instead of ending the process with SIGXFSZ.
  public func set(_ value: Int) {
    if case .fileSize = self { signal(SIGXFSZ, SIG_IGN) }
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
    let status =
      switch self {
      case .fileSize: setrlimit(Self.number(RLIMIT_FSIZE), &limit)
      case .openFiles: setrlimit(Self.number(RLIMIT_NOFILE), &limit)
      #if os(Linux)
        case .addressSpace: setrlimit(Self.number(RLIMIT_AS), &limit)
      #endif
      }
    guard status == 0 else { fatalError("setrlimit: \(String(cString: strerror(errno)))") }
  }

  #if os(Linux)
    private static func number(_ resource: __rlimit_resource) -> __rlimit_resource_t {
      __rlimit_resource_t(resource.rawValue)
    }
  #else
    private static func number(_ resource: Int32) -> Int32 { resource }
  #endif
}

/// ThreadSanitizer, which maps additional memory.
public enum ThreadSanitizer {
  /// Whether ThreadSanitizer is active in this process.
  public static let isOn = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
}
