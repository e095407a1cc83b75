import Exercising
import Foundation

/// A name that is confined to one thread or queue. Elsewhere its use ends the process.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check Confinement`
final class Confinement: ConfinementRequirements {
  private var name: String

  init(_ name: String, home: StoreHome) {
    self.name = name
    // TODO: store the home.
  }

  var isHome: Bool {
    // TODO: return whether the calling code runs at the home.
    return true
  }

  func read() -> String {
    // TODO: elsewhere, end the process with Task.md's message; also in `write` and `reference`.
    return name
  }

  func write(_ name: String) {
    self.name = name
  }

  func reference() -> Reference {
    Reference()
  }

  struct Reference: ReferenceRequirements {
    func resolve(home: StoreHome) throws(AlreadyResolved) -> Confinement {
      // TODO: return a store for the new home that shares the name, once.
      throw AlreadyResolved()
    }
  }
}
