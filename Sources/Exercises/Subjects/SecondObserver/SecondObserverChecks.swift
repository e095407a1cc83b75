extension Exercise {
  static let secondObserver = Exercise(
    "SecondObserver", predicting: "replay-subject", chapter: "Subjects",
    title: "What the second observer receives")
}
