import Foundation
import HTTP
import TestSupport
import ThreadConfinement

@testable import Chapter_ConfinedStore

/// Where a data manager works, and all that its parts note and that it tells, in order.
struct DataManagerScene: ~Copyable {
  let scratch: Scratch
  let told = Recorder<String>()

  init() throws { scratch = try Scratch() }

  /// Notes with a name of the place that they are made in.
  var journal: Journal {
    Journal { [told] note in
      told.record("\(CurrentThread.name ?? DataManagerQueue.currentLabel ?? "other"): \(note)")
    }
  }

  func manager(_ client: HTTPClient, file: ArtistFile? = nil) -> DataManager {
    DataManager(
      dbRoot: DBRoot(scratch.configuration, journal: journal),
      networkService: NetworkService(client, journal: journal), file: file)
  }

  var tell: DataManager.Tell {
    { [told] update in
      MainActor.assertIsolated()
      switch update {
      case .artists(let artists): told.record("main: present \(artists.listed)")
      case .failure(let error): told.record("main: error: \(error.briefly)")
      }
    }
  }
}
