import Concurrency
import Foundation
import HTTP

/// Requests artists from the server and tracks the requests in progress. Usable from any thread.
final class NetworkService: Sendable {
  static let path = "/artists"

  private typealias SessionTask = Task<HTTPResponse, any Error>

  private struct Pool {
    var tasks: Set<SessionTask> = []
    var isClosed = false
  }

  private let client: HTTPClient
  private let stepLog: StepLog
  private let sessionTaskPool = Locked(Pool())

  init(_ client: HTTPClient, stepLog: StepLog = .discarding) {
    self.client = client
    self.stepLog = stepLog
  }

  /// Returns one page of the artists, counted from 1; after ``cancelAll()`` it throws.
  func artists(page: Int) async throws(Failure) -> [ArtistRawModel] {
    stepLog.note("network request")
    return try await stepLog.call("artists page \(page)", of: "server", returning: \.listed) {
      () async throws(Failure) in try await request(page: page)
    }
  }

  private func request(page: Int) async throws(Failure) -> [ArtistRawModel] {
    let task = SessionTask { [client] in
      try await client.get(Self.path, query: [URLQueryItem(name: "page", value: "\(page)")])
    }
    let isClosed = sessionTaskPool.withLock { pool in
      pool.tasks.insert(task)
      return pool.isClosed
    }
    defer { sessionTaskPool.withLock { _ = $0.tasks.remove(task) } }
    if isClosed { task.cancel() }
    let response = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      task.cancel()
    }
    do {
      return try [ArtistRawModel](json: response.get().body)
    } catch let error as HTTPError {
      throw .request(error)
    } catch {
      throw .notArtists(url: client.address.appending(path: Self.path), reason: "\(error)")
    }
  }

  func cancelAll() {
    let tasks = sessionTaskPool.withLock { pool in
      pool.isClosed = true
      return pool.tasks
    }
    for task in tasks { task.cancel() }
  }
}

extension NetworkService {
  enum Failure: Error {
    case request(HTTPError)
    /// The response is not a list of artists; `reason` is the decoder's message.
    case notArtists(url: URL, reason: String)
  }
}

extension NetworkService.Failure: CustomStringConvertible, LocalizedError {
  var errorDescription: String? { description }

  var description: String {
    switch self {
    case .request(let error): error.description
    case .notArtists(let url, let reason):
      "\(url): not a list of artists (\(reason)); check the address"
    }
  }
}

/// The artists in a JSON file of the app, which are shown until the server responds.
struct ArtistFile: Sendable {
  let url: URL
  var stepLog = StepLog.discarding

  func artists() throws(Unreadable) -> [ArtistRawModel] {
    do {
      let artists = try [ArtistRawModel](json: Data(contentsOf: url))
      stepLog.message("read \(artists.listed)", to: "file")
      return artists
    } catch {
      throw Unreadable(path: url.path, reason: "\(error)")
    }
  }

  /// The file does not exist or does not contain artists; `reason` is Foundation's message.
  struct Unreadable: LocalizedError, CustomStringConvertible {
    let path: String
    let reason: String

    var errorDescription: String? { description }

    var description: String {
      "\(path): no list of artists can be read (\(reason)); put the file back that came with the app"
    }
  }
}
