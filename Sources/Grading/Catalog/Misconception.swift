/// A mistake that learners often make, recognised by the events of their program.
package struct Misconception: Sendable {
  /// A few words, in kebab case: `replays-to-late-observers`. Verify's variant of the same name must show it.
  package let name: String
  /// What to think about, in a sentence or two; does not give the solution.
  package let help: String
  /// Whether the first difference of a check that failed shows it.
  package let shows: @Sendable (Difference) -> Bool

  package init(_ name: String, help: String, shows: @escaping @Sendable (Difference) -> Bool) {
    self.name = name
    self.help = help
    self.shows = shows
  }
}
