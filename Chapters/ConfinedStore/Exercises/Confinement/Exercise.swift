import Exercising
import Foundation

/// A name that is used in one place only; elsewhere the process ends.
///
/// The task is in Task.md, beside this file. See what yours does: `swift run workbook check Confinement`
final class Confinement: LearnersConfinement {
  private var name: String

  init(_ name: String, home: StoreHome) {
    self.name = name
    // TODO: remember where the store belongs.
  }

  var isHome: Bool {
    // TODO: does the code that asks run there?
    return true
  }

  func read() -> String {
    // TODO: end the process, with the message in Task.md, when this is not home; in `write` and `reference` too.
    return name
  }

  func write(_ name: String) {
    self.name = name
  }

  func reference() -> Reference {
    Reference()
  }

  struct Reference: LearnersReference {
    func resolve(home: StoreHome) throws(AlreadyResolved) -> Confinement {
      // TODO: give a store for the new home, which shows the same name; once.
      throw AlreadyResolved()
    }
  }
}
