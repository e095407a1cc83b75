import Concurrency
import Foundation
import HTTP

/// Requests artists from the server, and tracks the requests in progress.
///
/// Usable from any thread.
final class NetworkService: Sendable {
  /// The path of the artists, below the server's address.
  static let path = "/artists"

  private typealias SessionTask = Task<Result<HTTPResponse, HTTPError>, Never>

  private struct Pool {
    var tasks: [Int: SessionTask] = [:]
    var count = 0
    var isClosed = false
  }

  private let client: HTTPClient
  private let journal: Journal
  private let sessionTaskPool = Locked(Pool())

  init(_ client: HTTPClient, journal: Journal = .unread) {
    self.client = client
    self.journal = journal
  }

  /// One page of the artists, counted from 1.
  ///
  /// - Throws: ``Failure``; after ``cancelAll()``, the failure of a cancelled request.
  func artists(page: Int) async throws(Failure) -> [ArtistRawModel] {
    journal.note("network request")
    let task = SessionTask { [client] in
      do throws(HTTPError) {
        let query = [URLQueryItem(name: "page", value: "\(page)")]
        return .success(try await client.get(Self.path, query: query))
      } catch {
        return .failure(error)
      }
    }
    let (number, isClosed) = sessionTaskPool.withLock { pool in
      pool.count += 1
      pool.tasks[pool.count] = task
      return (pool.count, pool.isClosed)
    }
    defer { sessionTaskPool.withLock { $0.tasks[number] = nil } }
    if isClosed { task.cancel() }
    let answer = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    do {
      return try [ArtistRawModel](json: answer.get().body)
    } catch let error as HTTPError {
      throw .request(error)
    } catch {
      throw .notArtists(url: client.address.appending(path: Self.path), reason: "\(error)")
    }
  }

  /// Cancels the requests in progress, and all later ones.
  func cancelAll() {
    let tasks = sessionTaskPool.withLock { pool in
      pool.isClosed = true
      return pool.tasks.values
    }
    for task in tasks { task.cancel() }
  }
}

extension NetworkService {
  /// The reasons for a missing list of artists.
  enum Failure: Error {
    /// The request failed.
    case request(HTTPError)
    /// The server's answer is not a list of artists; the reason is the decoder's.
    case notArtists(url: URL, reason: String)
  }
}

extension NetworkService.Failure: CustomStringConvertible, LocalizedError {
  /// The same, for `localizedDescription`.
  var errorDescription: String? { description }

  /// What failed, and what to do.
  var description: String {
    switch self {
    case .request(let error): error.description
    case .notArtists(let url, let reason):
      "\(url): not a list of artists (\(reason)); check the address"
    }
  }
}
