import Dispatch
import ThreadConfinement

/// Where the present code runs, as pages name it.
enum Here {
  private static let key: DispatchSpecificKey<String> = {
    let key = DispatchSpecificKey<String>()
    DispatchQueue.main.setSpecific(key: key, value: "main")
    return key
  }()

  /// `main`, or the thread's name.
  static var name: String {
    PresentThread.name ?? DispatchQueue.getSpecific(key: key) ?? "another thread"
  }
}
