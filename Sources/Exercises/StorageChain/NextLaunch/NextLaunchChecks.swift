extension Exercise {
  static let nextLaunch = Exercise(
    "NextLaunch", predicting: "relaunch", chapter: "StorageChain",
    title: "What the next launch reads")
}
