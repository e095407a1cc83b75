import Service
import Workbook

/// A server whose requests and answers are printed.
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
