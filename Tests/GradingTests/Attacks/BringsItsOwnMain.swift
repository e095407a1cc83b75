import Exercising

/// Is the program, and has nothing to play.
@main enum Program {
  static func main() {
    print("PASS")
  }
}
