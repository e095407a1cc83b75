import Foundation
import ThreadConfinement
import Workbook

extension ScratchFolder {
  /// The file of the store.
  var file: URL { url.appending(path: "artists.db") }
  /// Its path, for a child process.
  var path: String { file.path }

  /// Writes the file of artists that ships with the app.
  func artistFile(_ json: String, stepLog: StepLog = .discarding) throws -> ArtistFile {
    let file = url.appending(path: "artists.json")
    try Data(json.utf8).write(to: file)
    return ArtistFile(url: file, stepLog: stepLog)
  }

  var configuration: ConfinedStore.Configuration { .artists(in: file) }

  func store(_ artists: [ArtistViewModel]) throws {
    let store = try ConfinedStore.open(configuration)
    try store.write { try store.add(artists) }
  }

  /// The configuration of a store of ``Artist``s in a separate file.
  var plainConfiguration: ConfinedStore.Configuration {
    ConfinedStore.Configuration(file: url.appending(path: "plain.db"), schema: [Artist.self])
  }
}

extension ConfinedStore.Configuration {
  static func artists(in file: URL) -> ConfinedStore.Configuration {
    ConfinedStore.Configuration(file: file, schema: [ArtistViewModel.self])
  }
}

extension [ArtistViewModel] {
  /// Creates artists with these names, numbered from 1 and not highlighted.
  init(named names: String...) {
    self = names.enumerated().map { index, name in
      ArtistViewModel(model: ArtistRawModel(id: index + 1, name: name))
    }
  }
}

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
  var description: String { name.isEmpty ? "\(id)" : name }
}
