package import Terminal

/// Runs the commands of teachers and authors. `workbook-teaching` runs them itself, and `workbook`
/// hands them over to that program, so that learners need not build it.
package protocol Teaching: Sendable {
  func run(_ command: ClassCommand, in context: CommandContext) throws -> ExitStatus
  func run(_ command: BookCommand, in context: CommandContext) throws -> ExitStatus
}
