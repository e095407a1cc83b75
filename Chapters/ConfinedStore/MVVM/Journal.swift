import Workbook

/// A log of the steps of the app's parts and of their calls of each other, in order.
struct Journal: Sendable {
  private let write: @Sendable (String) -> Void
  private let recorder: Recorder?

  private struct Recorder {
    let transcript: Transcript
    /// The place where the journal was created: a line of a page.
    let fileID: String
    let line: Int
  }

  /// - Parameter write: Receives each entry, on the thread that notes it and with no lock held.
  init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
    recorder = nil
  }

  /// Creates a journal that also records messages and calls in a transcript. By default entries are
  /// not written.
  init(
    in transcript: Transcript, fileID: String = #fileID, line: Int = #line,
    writing write: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.write = write
    recorder = Recorder(transcript: transcript, fileID: fileID, line: line)
  }

  func note(_ text: String) { write(text) }

  /// Records a message to another part, which is no entry of the log.
  func message(_ text: String, to part: String) {
    guard let recorder else { return }
    recorder.transcript.record(.send, text, to: part, fileID: recorder.fileID, line: recorder.line)
  }

  /// Makes a call of another part, and returns or throws what it does. `result` gives the text for
  /// what it returns.
  @discardableResult
  func call<Value, Failure: Error>(
    _ text: String, of part: String, returning result: (Value) -> String = { _ in "" },
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard let recorder else { return try await body() }
    return try await recorder.transcript.call(
      text, of: part, returning: result, failing: { $0.briefly }, fileID: recorder.fileID,
      line: recorder.line, body)
  }
}

extension Journal {
  /// A journal that discards its entries.
  static let discarding = Journal { _ in }
}
