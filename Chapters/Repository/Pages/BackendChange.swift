import HTTP
import Workbook

extension Page {
  static let backendChange = Page(
    "backend-change", "The backend changes its format"
  ) { transcript in
    let client = try transcript.client(of: .withNews(in: transcript))
    let flat = FlatUserRepository(client: client)
    let first = await outcome(of: "repository v1", transcript, named: \.name) {
      try await flat.readUser()
    }
    transcript.line("v1 -> \(first)")

    let newPath = NestedUserRepository.path
    let profile = ProfileScreen(client: client)
    let title = await outcome(of: "profile page", transcript) {
      try await profile.title(path: newPath)
    }
    transcript.line("v2 without repository: profile page: \(title)")
    let friends = FriendsScreen(client: client)
    let row = await outcome(of: "friends page", transcript) { try await friends.row(path: newPath) }
    transcript.line("v2 without repository: friends page: \(row)")

    let nested = NestedUserRepository(client: client)
    let second = await outcome(of: "repository v2", transcript, named: \.name) {
      try await nested.readUser()
    }
    transcript.line("v2 with repository -> \(second)")
  }

  /// The result of a part's function as text: a value or an error.
  @MainActor
  private static func outcome<Value>(
    of part: String, _ transcript: Transcript, named name: (Value) -> String = { "\($0)" },
    _ read: () async throws -> Value
  ) async -> String {
    do {
      let value = try await transcript.call(
        "read", of: part, returning: name, failing: \.briefly, read)
      return "\(value)"
    } catch {
      return "error: \(error.briefly)"
    }
  }
}
