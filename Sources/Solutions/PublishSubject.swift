import Exercising

final class PublishSubject: LearnersSubject {
  init() {}
  func on(_ signal: Signal) {}
  func subscribe(_ observer: @escaping (Signal) -> Void) -> () -> Void { {} }
}
