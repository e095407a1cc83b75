import Foundation
import ThreadConfinement
import Workbook

/// A directory of one page, which is removed with it.
struct Scratch: ~Copyable {
  private let folder: ScratchFolder

  init() throws(ScratchError) { folder = try ScratchFolder() }

  var directory: URL { folder.url }

  /// The file of the store.
  var file: URL { directory.appending(path: "artists.db") }

  /// The path of ``file``, for a child process.
  var path: String { file.path }

  /// Writes artists that are shipped with the app, as JSON.
  ///
  /// - Throws: the error of writing the file.
  func artistFile(_ json: String) throws -> ArtistFile {
    let url = directory.appending(path: "artists.json")
    try Data(json.utf8).write(to: url)
    return ArtistFile(url: url)
  }

  /// A store of artists in ``file``.
  var configuration: ConfinedStore.Configuration { .artists(in: file) }

  /// Stores artists, as an earlier launch would have done.
  ///
  /// - Throws: the store's error.
  func store(_ artists: [ArtistViewModel]) throws {
    let store = try ConfinedStore.open(configuration)
    try store.write { try store.add(artists) }
  }
}

extension ConfinedStore.Configuration {
  /// A store of artists in that file.
  static func artists(in file: URL) -> ConfinedStore.Configuration {
    ConfinedStore.Configuration(file: file, schema: [ArtistViewModel.self])
  }
}

extension [ArtistViewModel] {
  /// Artists with these names, numbered from 1, without a change by the user.
  init(named names: String...) {
    self = names.enumerated().map { index, name in
      ArtistViewModel(model: ArtistRawModel(id: index + 1, name: name))
    }
  }
}
