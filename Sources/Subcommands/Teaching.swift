package import Terminal

/// The commands of teachers and authors, as they run. Only one program has them, so that a
/// learner need not build it; the other hands these commands over.
package protocol Teaching: Sendable {
  func run(_ command: ClassCommand, in context: CommandContext) throws -> ExitStatus
  func run(_ command: BookCommand, in context: CommandContext) throws -> ExitStatus
}
