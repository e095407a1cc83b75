import Foundation
import HTTP
import TestSupport
import ThreadConfinement

@testable import Chapter_ConfinedStore

/// A data manager, and a log of its parts' journal entries and of the updates that it delivers.
struct DataManagerScene: ~Copyable {
  let scratch: Scratch
  let log = Recorder<String>()

  init() throws { scratch = try Scratch() }

  /// Records each entry with the name of its thread or queue.
  var journal: Journal {
    Journal { [log] note in
      log.record("\(CurrentThread.name ?? DataManagerQueue.currentLabel ?? "other"): \(note)")
    }
  }

  func manager(_ client: HTTPClient, file: ArtistFile? = nil) -> DataManager {
    DataManager(
      dbRoot: DBRoot(scratch.configuration, journal: journal),
      networkService: NetworkService(client, journal: journal), file: file)
  }

  var deliver: DataManager.Delivery {
    { [log] update in
      MainActor.assertIsolated()
      switch update {
      case .artists(let artists): log.record("main: present \(artists.listed)")
      case .failure(let error): log.record("main: error: \(error.briefly)")
      }
    }
  }
}
