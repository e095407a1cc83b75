import Foundation
import ThreadConfinement
import Workbook

/// The temporary directory of a page, removed when it is released.
struct Scratch: ~Copyable {
  private let folder: ScratchFolder

  init() throws(ScratchError) { folder = try ScratchFolder() }

  var directory: URL { folder.url }

  /// The file of the store.
  var file: URL { directory.appending(path: "artists.db") }

  /// The path of ``file``, for a child process.
  var path: String { file.path }

  /// Writes the file of artists that ships with the app.
  func artistFile(_ json: String, journal: Journal = .discarding) throws -> ArtistFile {
    let url = directory.appending(path: "artists.json")
    try Data(json.utf8).write(to: url)
    return ArtistFile(url: url, journal: journal)
  }

  /// The configuration of a store of artists in ``file``.
  var configuration: ConfinedStore.Configuration { .artists(in: file) }

  /// Stores artists, as an earlier launch would.
  func store(_ artists: [ArtistViewModel]) throws {
    let store = try ConfinedStore.open(configuration)
    try store.write { try store.add(artists) }
  }
}

extension ConfinedStore.Configuration {
  /// The configuration of a store of artists in a file.
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
  /// The name, or the id of an artist without one.
  var description: String { name.isEmpty ? "\(id)" : name }
}

extension Scratch {
  /// The configuration of a store of ``Artist``s in a separate file.
  var plainConfiguration: ConfinedStore.Configuration {
    ConfinedStore.Configuration(file: directory.appending(path: "plain.db"), schema: [Artist.self])
  }
}
