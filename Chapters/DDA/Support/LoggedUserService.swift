import DataAccess
import Observing
import Service
import Workbook

/// A service that records its calls, and reports each rename when it is requested and when it ends.
struct LoggedUserService: UserService {
  let service: any UserService
  let transcript: Transcript
  var name = "service"
  var requested: @Sendable (String) -> Void = { _ in }
  var ended: @Sendable (RenameOutcome) -> Void = { _ in }

  func user(_ id: Int64) throws(UserServiceError) -> any User {
    try transcript.call(
      "user \(id)", of: name, returning: { (user: any User) in user.name.value }
    ) { () throws(UserServiceError) in try service.user(id) }
  }

  func loadAll() throws(UserServiceError) -> [any User] {
    try transcript.call(
      "loadAll", of: name, returning: { (users: [any User]) in "\(users.count) users" }
    ) { () throws(UserServiceError) in try service.loadAll() }
  }

  func modifyUserName(
    _ newName: String, of id: Int64, completion: @escaping @Sendable (RenameOutcome) -> Void
  ) {
    let caller = transcript.currentPart
    transcript.record(.send, "modifyUserName \(newName)", to: name)
    requested(newName)
    service.modifyUserName(newName, of: id) { [transcript, name, ended] outcome in
      transcript.record(.send, outcome.brief, from: name, to: caller)
      ended(outcome)
      completion(outcome)
    }
  }

  func saveAgain() async throws(UserServiceError) {
    try await transcript.call("saveAgain", of: name) { () async throws(UserServiceError) in
      try await service.saveAgain()
    }
  }
}

extension UserService {
  func recorded(as name: String = "service", in transcript: Transcript) -> LoggedUserService {
    LoggedUserService(service: self, transcript: transcript, name: name)
  }
}

extension RenameOutcome {
  fileprivate var brief: String {
    switch self {
    case .saved: "saved"
    case .notSaved: "not saved"
    case .refused: "refused"
    }
  }
}

/// A server that records each request and prints it with its outcome.
struct LoggedUserServer: UserServer {
  let server: any UserServer
  let transcript: Transcript
  var printsRequests = true

  func send(_ request: ModifyUserNameRequest) async throws(UserServiceError) -> UserRecord {
    if printsRequests {
      transcript.line("request: \(type(of: request)) \(request.newName) sent")
    }
    do {
      let record = try await transcript.call(
        "rename \(request.newName)", of: "server", by: "service", returning: { _ in "success" }
      ) { () async throws(UserServiceError) in try await server.send(request) }
      transcript.line("request: success")
      return record
    } catch {
      transcript.line("request: \(error)")
      throw error
    }
  }
}

extension Transcript {
  /// Records an action of a part, or of another part on it, and prints `part: text`.
  func step(_ part: String, _ text: String, from source: String? = nil, prefix: String = "") {
    record(.send, text, from: source ?? part, to: part)
    line("\(prefix)\(part): \(text)")
  }

  func record(_ step: UserDatabase.Step, from source: String? = nil) {
    switch step {
    case .read: record(.read, from: source, to: "dal")
    case .write: record(.write, from: source, to: "dal")
    case .conversion(let id): record(.send, "converts row \(id)", from: "dal", to: "dal")
    }
  }
}
