package import Exercising

/// What a scene is asked to do, in order.
package struct Script: Sendable, Hashable {
  package let steps: [Step]
  /// The message with which the last step must end the program, where a crash is the right behaviour.
  package let crash: String?

  package init(_ steps: [Step], crash: String? = nil) {
    self.steps = steps
    self.crash = crash
  }
}
