extension Exercise {
  static let serverCalls = Exercise(
    "ServerCalls", predicting: "cached", chapter: "Repository",
    title: "What a second visit costs")
}
