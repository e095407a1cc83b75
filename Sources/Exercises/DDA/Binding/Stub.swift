import Exercising

/// A name that reports its changes to the handlers that are bound to it.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check Binding`
final class ObservableName: NameRequirements {
  // TODO: send each change to the bound handlers.
  var name: String

  init(_ name: String) { self.name = name }
}

/// Connects one handler with one name, until it is bound again, unbound or released.
final class Binding: BindingRequirements {
  init() {}

  func bind(to name: ObservableName, _ handler: @escaping (NameEvent) -> Void) {
    // TODO: end the former binding, and send the current name, then each change.
  }

  func unbind() {
    // TODO: release the handler.
  }
}
