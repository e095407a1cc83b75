import Exercising

/// Users for the pages, from either backend: what each sends is known here and nowhere else.
///
/// The task is in Task.md, beside this file. See what yours does: `swift run workbook check BackendChange`
final class BackendChange: LearnersUsers {
  init(server: any UserServer) {
    // TODO: remember the server.
  }

  func readUser() throws(UserFailure) -> DomainUser {
    // TODO: ask the server, read its answer in the format of its version, and make a user of it.
    throw .notJSON
  }

  func readFriends() throws(UserFailure) -> [DomainUser] {
    // TODO: the same for the friends.
    throw .notJSON
  }
}
