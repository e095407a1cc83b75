import Foundation
import Workbook

extension Page {
  static let genericRepository = Page(
    "generic-repository", "One protocol for entities of any kind"
  ) { transcript in
    try await use(MemoryRepository<News>().recorded(in: transcript), transcript)
  }

  /// Uses the repository through its protocol, with its primary associated type.
  private static func use(
    _ repository: some Repository<News>, _ transcript: Transcript
  ) async throws {
    for id in 1...3 {
      try await repository.save(News(id: id, title: "news \(id)"))
      transcript.line("save \(id)")
    }
    let descending = Query<News>(order: [SortDescriptor(\.id, order: .reverse)])
    transcript.line("query all by id descending -> \(ids(try await repository.query(descending)))")
    let later = Query<News>(predicate: #Predicate { $0.id > 1 })
    transcript.line("query id > 1 -> \(ids(try await repository.query(later)))")

    try await repository.delete(News(id: 2, title: "news 2"))
    transcript.line("delete 2")
    transcript.line("query all -> \(ids(try await repository.query(Query())))")
  }

  private static func ids(_ news: [News]) -> String {
    news.map { "\($0.id)" }.joined(separator: " ")
  }
}
