import HTTP
import Workbook

extension Page {
  static let backendChange = Page(
    "backend-change", "A new format from the backend, and what has to change"
  ) { transcript in
    let client = try transcript.client(of: .withNews())
    let flat = FlatUserRepository(client: client)
    transcript.line("v1 -> \(await outcome { try await flat.readUser() })")

    let newPath = NestedUserRepository.path
    let profile = ProfileScreen(client: client)
    let title = await outcome { try await profile.title(path: newPath) }
    transcript.line("v2 without repository: profile page: \(title)")
    let friends = FriendsScreen(client: client)
    let row = await outcome { try await friends.row(path: newPath) }
    transcript.line("v2 without repository: friends page: \(row)")

    let nested = NestedUserRepository(client: client)
    transcript.line("v2 with repository -> \(await outcome { try await nested.readUser() })")
  }

  /// The result as text: a value or an error.
  @MainActor
  private static func outcome<Value>(_ body: () async throws -> Value) async -> String {
    do {
      return "\(try await body())"
    } catch {
      return "error: \(error.briefly)"
    }
  }
}
