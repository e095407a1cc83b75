extension Exercise {
  static let twoVersions = Exercise(
    "TwoVersions", predicting: "versions", chapter: "ConfinedStore",
    title: "What one store sees of another's write")
}
