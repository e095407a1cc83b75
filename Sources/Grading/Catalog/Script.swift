package import Exercising

/// The steps that a scene carries out, in order.
package struct Script: Sendable, Hashable {
  package let steps: [Step]
  /// The message with which the last step must end the program, where a crash is the right behaviour.
  package let crash: String?

  package init(_ steps: [Step], crash: String? = nil) {
    self.steps = steps
    self.crash = crash
  }

  /// A script of lines such as `subscribe ann` and `next 7`; blank ones are left out.
  package init(lines: [String], crash: String? = nil) {
    self.init(lines.compactMap(Step.init(line:)), crash: crash)
  }
}
