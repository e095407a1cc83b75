import Workbook

/// A log of the steps of the app's parts and of their calls of each other, in order.
struct StepLog: Sendable {
  let note: @Sendable (String) -> Void
  private let transcript: Transcript?
  /// The place where the log was created: a line of a page.
  private let fileID: String
  private let line: Int

  /// Creates a log, which also records messages and calls in a transcript if there is one. Each
  /// entry is passed to `write`, on the thread that notes it and with no lock held.
  init(
    in transcript: Transcript? = nil, fileID: String = #fileID, line: Int = #line,
    writing write: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    note = write
    self.transcript = transcript
    self.fileID = fileID
    self.line = line
  }

  static let discarding = StepLog()

  /// Records a message to another part, which is no entry of the log.
  func message(_ text: String, to part: String) {
    transcript?.record(.send, text, to: part, fileID: fileID, line: line)
  }

  /// Makes a call of another part, and returns or throws what it does. `result` gives the text for
  /// what it returns.
  @discardableResult
  func call<Value, Failure: Error>(
    _ text: String, of part: String, returning result: (Value) -> String = { _ in "" },
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard let transcript else { return try await body() }
    return try await transcript.call(
      text, of: part, returning: result, failing: { $0.briefly }, fileID: fileID, line: line, body)
  }
}
