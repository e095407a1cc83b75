import Exercising

/// Plays the grader's script on the types in `Exercise.swift`. There is nothing to edit here.
@main enum Program {
  static func main() {
    BindingScene<Binding>.play()
  }
}
