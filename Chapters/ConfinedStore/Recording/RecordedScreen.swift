import Workbook

/// Records its creation and release on behalf of the object that retains it.
final class RecordedLifetime: Sendable {
  private let name: String
  private let transcript: Transcript
  private let source: Recording.Source

  init(
    of name: String, in transcript: Transcript, fileID: String = #fileID, line: Int = #line
  ) {
    self.name = name
    self.transcript = transcript
    source = Recording.Source(file: fileID, line: line)
    transcript.record(.`init`, to: name, fileID: fileID, line: line)
  }

  deinit { transcript.record(.`deinit`, to: name, fileID: source.file, line: source.line) }
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
  /// Binds a view model and records that.
  func bindData(
    _ viewModel: ArtistViewModel, in transcript: Transcript, fileID: String = #fileID,
    line: Int = #line
  ) {
    transcript.call("bindData \(viewModel)", of: "cell", fileID: fileID, line: line) {
      bindData(viewModel)
    }
  }
}
