import Workbook

/// A server in memory with a list of news, which counts its requests.
final class MemoryServer {
  enum Failure: Error {
    case offline
  }

  var news = [1, 2]
  var isReachable = true
  private(set) var requestCount = 0

  func list() throws -> [Int] {
    requestCount += 1
    guard isReachable else { throw Failure.offline }
    return news
  }
}

/// Asks the server itself.
final class AskingViewModel {
  private let server: MemoryServer
  private(set) var text = ""

  init(_ server: MemoryServer) { self.server = server }

  func load() {
    do { text = "\(try server.list())" } catch { text = "\(error)" }
  }
}

extension Page {
  static let asking = Page("asking", "The same list in the morning, and on a train") { transcript in
    let server = MemoryServer()
    let morning = AskingViewModel(server)
    morning.load()
    transcript.line("morning: \(morning.text)")
    server.isReachable = false
    let train = AskingViewModel(server)
    train.load()
    transcript.line("train: \(train.text)")
    transcript.line("requests: \(server.requestCount)")
  }
}
