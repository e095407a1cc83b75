import Foundation

/// ThreadSanitizer, which maps memory of its own for what a process does.
public enum ThreadSanitizer {
  /// Whether it checks this process.
  public static let isOn = dlsym(dlopen(nil, RTLD_NOW), "__tsan_init") != nil
}
