extension Exercise {
  static let serverCalls = Exercise(
    rung: "ServerCalls", predicting: "cached", chapter: "Repository",
    title: "What a second visit costs")
}
