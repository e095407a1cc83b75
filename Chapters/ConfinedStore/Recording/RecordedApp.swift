import Workbook

/// Records the calls of a manager with the page's lines.
@MainActor
@dynamicMemberLookup
struct RecordedMainManager {
  let manager: MainManager
  fileprivate let transcript: Transcript
  fileprivate let fileID: String
  private let part = "MainManager"

  subscript<Value>(dynamicMember keyPath: KeyPath<MainManager, Value>) -> Value {
    manager[keyPath: keyPath]
  }

  subscript<Value>(dynamicMember keyPath: ReferenceWritableKeyPath<MainManager, Value>) -> Value {
    get { manager[keyPath: keyPath] }
    nonmutating set { manager[keyPath: keyPath] = newValue }
  }

  func viewModel(_ id: ArtistViewModel.ID) -> ArtistViewModel? { manager.viewModel(id) }

  func filter(by text: String, line: Int = #line) {
    transcript.call("filter = \(text)", of: part, fileID: fileID, line: line) {
      manager.filter = text
    }
  }

  func load(line: Int = #line) async {
    await transcript.call("load", of: part, fileID: fileID, line: line) { await manager.load() }
  }

  func loadMore(line: Int = #line) async {
    await transcript.call("loadMore", of: part, fileID: fileID, line: line) {
      await manager.loadMore()
    }
  }

  func select(_ id: ArtistViewModel.ID, line: Int = #line) {
    transcript.call("select \(id)", of: part, fileID: fileID, line: line) { manager.select(id) }
  }

  func change(
    _ id: ArtistViewModel.ID, _ change: ArtistList.Change, line: Int = #line
  ) async throws {
    try await transcript.call("change \(id) \(change)", of: part, fileID: fileID, line: line) {
      try await manager.change(id, change)
    }
  }

  func leave(line: Int = #line) async {
    await transcript.call("leave", of: part, fileID: fileID, line: line) { await manager.leave() }
  }
}

extension MainManager {
  func recorded(in transcript: Transcript, fileID: String = #fileID) -> RecordedMainManager {
    RecordedMainManager(manager: self, transcript: transcript, fileID: fileID)
  }
}

/// Records its creation and release on behalf of the object that retains it.
final class RecordedLifetime: Sendable {
  private let name: String
  private let transcript: Transcript
  private let fileID: String
  private let line: Int

  init(of name: String, in transcript: Transcript, fileID: String = #fileID, line: Int = #line) {
    self.name = name
    self.transcript = transcript
    self.fileID = fileID
    self.line = line
    transcript.record(.`init`, to: name, fileID: fileID, line: line)
  }

  deinit { transcript.record(.`deinit`, to: name, fileID: fileID, line: line) }
}

/// Records the calls and the lifetime of a business object.
@MainActor
final class RecordedBusiness: ArtistsBusiness {
  private let business: any ArtistsBusiness
  private let lifetime: RecordedLifetime
  private let transcript: Transcript

  init(
    _ business: any ArtistsBusiness, in transcript: Transcript, fileID: String = #fileID,
    line: Int = #line
  ) {
    self.business = business
    self.transcript = transcript
    lifetime = RecordedLifetime(of: "business", in: transcript, fileID: fileID, line: line)
  }

  func tapped(_ id: ArtistViewModel.ID) async {
    await transcript.call("tapped \(id)", of: "business") { await business.tapped(id) }
  }
}

extension ArtistCell {
  func bindData(
    _ viewModel: ArtistViewModel, in transcript: Transcript, fileID: String = #fileID,
    line: Int = #line
  ) {
    transcript.call("bindData \(viewModel)", of: "cell", fileID: fileID, line: line) {
      bindData(viewModel)
    }
  }
}
