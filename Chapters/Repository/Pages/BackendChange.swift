import HTTP
import Workbook

extension Page {
  static let backendChange = Page(
    "backend-change", "A new format from the backend, and who has to change"
  ) { transcript in
    let client = try transcript.client(of: .withNews())
    transcript.line("v1 -> \(try await FlatUserRepository(client: client).readUser())")

    let newPath = NestedUserRepository.path
    let profile = ProfilePage(client: client)
    await tell("profile page", transcript) { try await profile.title(path: newPath) }
    let friends = FriendsPage(client: client)
    await tell("friends page", transcript) { try await friends.row(path: newPath) }

    let user = try await NestedUserRepository(client: client).readUser()
    transcript.line("v2 with repository -> \(user)")
  }

  /// Has a caller show its text, and tells what came of it.
  @MainActor
  private static func tell(
    _ caller: String, _ transcript: Transcript, _ text: () async throws -> String
  ) async {
    do {
      transcript.line("v2 without repository: \(caller): \(try await text())")
    } catch {
      transcript.line("v2 without repository: \(caller): error: \(error.briefly)")
    }
  }
}
