import Exercising

/// Keeps the server's news. Calls that wait at the same time share one request.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check SharedNews`
actor SharedNews: SharedNewsRequirements {
  private let server: any AsyncNewsServer

  init(server: any AsyncNewsServer) {
    self.server = server
  }

  func news() async throws -> [Int] {
    // TODO: return the news in memory, or else those of the server.
    []
  }

  func reload() async throws -> [Int] {
    // TODO: ask the server, unless a request is under way already.
    []
  }

  func forget() {
    // TODO: remove the news from memory. An answer that comes later may not bring them back.
  }
}
