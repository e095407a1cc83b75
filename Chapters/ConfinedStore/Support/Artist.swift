import Foundation
import ThreadConfinement

/// The object that the pages about the store use.
struct Artist: ConfinedObject {
  var id = 0
  var name = ""

  static let columns = [Column("id", \Artist.id), Column("name", \.name)]

  static let ann = Artist(id: 1, name: "Ann")
  static let bob = Artist(id: 2, name: "Bob")
  static let cid = Artist(id: 3, name: "Cid")
}

extension Artist: CustomStringConvertible {
  /// The name, or the id of an artist without one.
  var description: String { name.isEmpty ? "\(id)" : name }
}

extension Scratch {
  /// The configuration of a store of ``Artist``s in a separate file.
  var plainConfiguration: ConfinedStore.Configuration {
    ConfinedStore.Configuration(file: directory.appending(path: "plain.db"), schema: [Artist.self])
  }
}
