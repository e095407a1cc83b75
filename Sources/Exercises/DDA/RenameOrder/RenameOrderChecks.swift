extension Exercise {
  static let renameOrder = Exercise(
    "RenameOrder", predicting: "rename", chapter: "DDA", title: "A name on its way")
}
