extension Exercise {
  static let nextLaunch = Exercise(
    rung: "NextLaunch", predicting: "relaunch", chapter: "StorageChain",
    title: "What the next launch reads")
}
