import Foundation
import HTTP

/// What the document's listings call: a static function, in whose place nobody can put another.
enum API {
  /// What is below it: the client that sends, and who is told of each call.
  struct Network: Sendable {
    let client: HTTPClient
    let line: @Sendable (String) -> Void
  }

  /// Set around a scene, so that two scenes never share one.
  @TaskLocal static var network: Network?

  static func path(xxxId: Int) -> String { "/model-\(xxxId).json" }

  /// Asks the network; the handler is called later, on whatever thread has the answer.
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

/// What is asked for.
struct Model: Decodable, Sendable, CustomStringConvertible {
  let id: Int

  var description: String { "model \(id)" }
}
