internal import Concurrency

extension Transcript {
  /// Records a call of a part, and makes it. Events during the call are inside it. Returns the
  /// value of the call, or throws its error.
  ///
  /// The text is the function with its arguments. The caller is the part whose call encloses this
  /// one, or the page, unless `caller` is given. `result` and `failure` return the text for a value
  /// or an error.
  @discardableResult
  public func call<Value, Failure: Error>(
    _ text: String, of part: String, by caller: String? = nil,
    returning result: (Value) -> String = { _ in "" },
    failing failure: (Failure) -> String = { "\($0)" },
    fileID: String = #fileID, line: Int = #line, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let call = begin(text, of: part, by: caller, Recording.Source(file: fileID, line: line))
    let outcome = Self.$currentTask.withValue(call.inner) { () -> Result<Value, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    end(call, outcome.text(result, failure))
    return try outcome.get()
  }

  /// Records an asynchronous call, and makes it. Events during the call are inside it.
  @discardableResult
  public func call<Value, Failure: Error>(
    _ text: String, of part: String, by caller: String? = nil,
    returning result: (Value) -> String = { _ in "" },
    failing failure: (Failure) -> String = { "\($0)" },
    fileID: String = #fileID, line: Int = #line, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let call = begin(text, of: part, by: caller, Recording.Source(file: fileID, line: line))
    let outcome = await Self.$currentTask.withValue(call.inner) { () -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    end(call, outcome.text(result, failure))
    return try outcome.get()
  }

  private struct Call {
    let caller: String
    let inner: Enclosing
  }

  private func begin(
    _ text: String, of part: String, by caller: String?, _ source: Recording.Source
  ) -> Call {
    let caller = caller ?? currentPart
    let inner = add(.call, text, from: caller, to: part, source)
    state.withLock { $0.calls.append(inner) }
    return Call(caller: caller, inner: inner)
  }

  private func end(_ call: Call, _ text: String) {
    state.withLock { state in state.calls.removeAll { $0.order == call.inner.order } }
    Self.$currentTask.withValue(call.inner) {
      record(.return, text, from: call.inner.part, to: call.caller)
    }
  }
}

extension Result {
  fileprivate func text(_ value: (Success) -> String, _ failure: (Failure) -> String) -> String {
    switch self {
    case .success(let success): value(success)
    case .failure(let error): "error: \(failure(error))"
    }
  }
}
