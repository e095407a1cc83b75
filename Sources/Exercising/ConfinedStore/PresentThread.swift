internal import Foundation

/// The thread that the present code runs on.
public enum PresentThread {
  /// The name that it has given itself, if any.
  ///
  /// The thread keeps it; what Foundation's threads are called gets lost on Linux now and then, and is cut to 15 bytes.
  public static var name: String? {
    get { Thread.current.threadDictionary[key] as? String }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  private static let key = "PresentThread.name"
}
