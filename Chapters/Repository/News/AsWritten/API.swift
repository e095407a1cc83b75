import Foundation
import HTTP

/// The static function that the document's listings call, which a test cannot replace.
enum API {
  /// The layer below: the client that sends requests, and the closure that logs each call.
  struct Network: Sendable {
    let client: HTTPClient
    let line: @Sendable (String) -> Void
  }

  /// The current network. A task-local value, so that two scenes never share one.
  @TaskLocal static var network: Network?

  static func path(xxxId: Int) -> String { "/model-\(xxxId).json" }

  /// Sends a request. The handler is called asynchronously, on the thread that receives the
  /// response.
  static func request(
    xxxId: Int, completion: @escaping @Sendable (Result<Model, any Error>) -> Void
  ) {
    guard let network else { fatalError("set API.network around this call: API.$network") }
    network.line("API.request(xxxId: \(xxxId))")
    Task {
      do {
        let body = try await network.client.get(path(xxxId: xxxId)).body
        completion(.success(try JSONDecoder().decode(Model.self, from: body)))
      } catch {
        completion(.failure(error))
      }
    }
  }
}

struct Model: Decodable, Sendable, CustomStringConvertible {
  let id: Int

  var description: String { "model \(id)" }
}
