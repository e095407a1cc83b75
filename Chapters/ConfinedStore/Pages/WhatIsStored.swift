import Foundation
import SQLite
import ThreadConfinement
import Workbook

extension Page {
  static let whatIsStored = Page(
    "what-is-stored", "Which part of an artist is stored?",
    drawnAs: .sequence
  ) { transcript in
    let scratch = try ScratchFolder()
    let answer = Data(#"[{"id": 1, "name": "Ann", "followers": 12}]"#.utf8)
    let rawModels = try [ArtistRawModel](json: answer)
    for rawModel in rawModels {
      transcript.line("raw model from JSON: \(rawModel.id) \(rawModel.name)")
    }
    let viewModels = rawModels.map { ArtistViewModel(model: $0) }
    for viewModel in viewModels {
      transcript.line(
        "viewModel.model.name \(viewModel.model.name), viewModel.name \(viewModel.name)")
    }

    let store = try RecordedStore.open(scratch.configuration, as: "store", in: transcript)
    try store.write { try store.add(viewModels) }
    let names = try transcript.call(
      "tables", of: "file", returning: { (names: [String]) in names.joined(separator: ", ") }
    ) { try tables(in: scratch.file) }
    transcript.line("tables: \(names.joined(separator: ", "))")

    for artist in store.objects(ArtistViewModel.self) {
      try store.write { artist.highlighted.toggle() }
      transcript.line("tap \(artist.id): highlighted \(artist.highlighted)")
    }
    for line in try transcript.run(.relaunch, [scratch.path]).lines {
      transcript.line("relaunch: \(line)")
    }
  }

  /// The tables in the file, without the store's own, whose names begin with an underscore.
  private static func tables(in file: URL) throws -> [String] {
    try Connection(at: file).rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '#_%' ESCAPE '#'")
  }
}
