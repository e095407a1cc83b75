import Exercising

/// Users for the pages, from either backend. Only this file contains the backends' formats.
///
/// The task is in Task.md, beside this file. Check it: `swift run workbook check BackendChange`
final class BackendChange: UsersRequirements {
  init(server: any UserServer) {
    // TODO: store the server.
  }

  func readUser() throws(UserFailure) -> DomainUser {
    // TODO: request the user, decode the answer by its version, and map it to a `DomainUser`.
    throw .notJSON
  }

  func readFriends() throws(UserFailure) -> [DomainUser] {
    // TODO: the same for the friends.
    throw .notJSON
  }
}
