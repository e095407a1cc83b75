import Exercising

/// A name that reports its changes to whoever is bound to it.
///
/// The task is in Task.md, beside this file. See what yours does: `swift run workbook check Binding`
final class ObservableName: LearnersName {
  // TODO: tell each change to those who are bound.
  var name: String

  init(_ name: String) { self.name = name }
}

/// Connects one handler with one name, until it is bound anew, unbound or gone.
final class Binding: LearnersBinding {
  init() {}

  func bind(to name: ObservableName, _ handler: @escaping (NameEvent) -> Void) {
    // TODO: forget the name before, tell what there is, and then each change.
  }

  func unbind() {
    // TODO: let go of the handler.
  }
}
