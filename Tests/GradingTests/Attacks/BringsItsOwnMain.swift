import Exercising

/// Has a `main` of its own, without a scene.
@main enum Program {
  static func main() {
    print("PASS")
  }
}
