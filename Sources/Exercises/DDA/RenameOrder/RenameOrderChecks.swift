extension Exercise {
  static let renameOrder = Exercise(
    rung: "RenameOrder", predicting: "rename", chapter: "DDA", title: "A name on its way")
}
