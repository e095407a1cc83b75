import Service
import Workbook

/// A service that reports each rename when it is requested and when it ends.
struct LoggedUserService: UserService {
  let service: any UserService
  var requested: @Sendable (String) -> Void = { _ in }
  var ended: @Sendable (RenameOutcome) -> Void = { _ in }

  func user(_ id: Int64) throws(UserServiceError) -> any User { try service.user(id) }

  func loadAll() throws(UserServiceError) -> [any User] { try service.loadAll() }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    requested(newName)
    service.modifyUserName(newName, of: id) { [ended] outcome in
      ended(outcome)
      completion(outcome)
    }
  }

  func saveAgain() async throws(UserServiceError) { try await service.saveAgain() }
}

/// A server that prints each request and its outcome.
struct LoggedUserServer: UserServer {
  let server: any UserServer
  let transcript: Transcript
  var printsRequests = true

  func send(_ request: ModifyUserNameRequest) async throws(UserServiceError) -> UserRecord {
    if printsRequests {
      transcript.line("request: \(type(of: request)) \(request.newName) sent")
    }
    do {
      let record = try await server.send(request)
      transcript.line("request: success")
      return record
    } catch {
      transcript.line("request: \(error)")
      throw error
    }
  }
}
