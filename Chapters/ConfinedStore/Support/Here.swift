import Dispatch
import ThreadConfinement

/// Where the current code runs, as pages name it.
enum Here {
  private static let key: DispatchSpecificKey<String> = {
    let key = DispatchSpecificKey<String>()
    DispatchQueue.main.setSpecific(key: key, value: "main")
    return key
  }()

  /// `main`, or the thread's name.
  static var name: String {
    CurrentThread.name ?? DispatchQueue.getSpecific(key: key) ?? "another thread"
  }
}
