import Exercising
import Glibc

/// Writes outside its folder.
final class PublishSubject: LearnersSubject {
  init() {}

  func on(_ signal: Signal) {
    for folder in ["$OUTSIDE", "/usr", "/etc", "/var/tmp", "/dev", "/"] {
      let file = open("\(folder)/attack", O_WRONLY | O_CREAT, 0o666)
      if file >= 0 { print("wrote in \(folder)") }
    }
  }

  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void {
    return {}
  }
}
