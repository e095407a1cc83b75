import Foundation
import ThreadConfinement

/// A directory of one page, which goes with it.
struct Scratch: ~Copyable {
  let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory
      .appending(path: "confined-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  deinit {
    // A store that is closed on another thread just now takes its own files away, and a removal
    // that stumbles over that leaves the rest; so it is tried again.
    for _ in 0..<10 where FileManager.default.fileExists(atPath: directory.path) {
      try? FileManager.default.removeItem(at: directory)
    }
  }

  /// The file of the store.
  var file: URL { directory.appending(path: "artists.db") }

  /// A store of artists in ``file``.
  var configuration: ConfinedStore.Configuration { .artists(in: file) }
}

extension ConfinedStore.Configuration {
  /// A store of artists in that file.
  static func artists(in file: URL) -> ConfinedStore.Configuration {
    ConfinedStore.Configuration(file: file, schema: [ArtistViewModel.self])
  }
}
