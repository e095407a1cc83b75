/// One thing that an exercise must do, and the scripts that show whether it does.
package struct Check: Sendable {
  /// A sentence: "An observer hears only what comes after it".
  package let name: String
  package let points: Int
  /// Names of checks of the same exercise without which this one says nothing; it is BLOCKED until they pass.
  package let needs: [String]
  /// Draws the scripts. Each runs in a process of its own; all must pass.
  package let scripts: @Sendable (inout SeededGenerator) -> [Script]

  package init(
    _ name: String, points: Int, needs: [String] = [],
    scripts: @escaping @Sendable (inout SeededGenerator) -> [Script]
  ) {
    self.name = name
    self.points = points
    self.needs = needs
    self.scripts = scripts
  }
}
