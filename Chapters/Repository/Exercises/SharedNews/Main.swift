import Exercising

/// Runs the grader's script with the type in `Exercise.swift`. There is nothing to edit here.
@main enum Program {
  static func main() {
    SharedNewsScene<SharedNews>.play()
  }
}
