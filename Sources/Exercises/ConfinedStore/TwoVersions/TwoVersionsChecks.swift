extension Exercise {
  static let twoVersions = Exercise(
    rung: "TwoVersions", predicting: "versions", chapter: "ConfinedStore",
    title: "What one store sees of another's write")
}
