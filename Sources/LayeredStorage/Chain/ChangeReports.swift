internal import Concurrency
public import Synchronization

/// Changes are numbered by their provider: a chain is up to date when it knows of each that was reported.
///
/// A flag that is lowered after the update loses a report that arrives during it; one that is lowered before
/// lets another thread read what is about to be replaced, and is raised again by a report that comes late,
/// of a change that was read already. Numbers do none of this.
@usableFromInline
final class ChangeReports: Sendable {
  /// Whether main can be read as it is. It follows from `state` and changes with it.
  @usableFromInline let areSettled = Atomic(false)
  private let state = Locked(State())
  private let asking: Asking

  /// - Parameter asking: says whether main has to be left aside until somebody has asked for changes.
  init(_ asking: Asking) { self.asking = asking }

  private struct State {
    var main = Side()
    var underlying = Side()
    /// Whether main was never looked at: it may have no value.
    var isNew = true
    /// Whether main is known to lack what underlying has.
    var isMainBehind = false
    /// What underlying says is in the value that it is about to return, or was written over.
    var promised = 0

    var isSettled: Bool { !isNew && !isMainBehind && main.isKnown && underlying.isKnown }
  }

  /// One provider's changes.
  private struct Side {
    var reported = 0
    var known = 0

    var isKnown: Bool { reported <= known }
  }

  /// What had been reported at a moment.
  struct Mark {
    fileprivate let main: Int
    fileprivate let underlying: Int
    /// Whether underlying has to be read.
    let isUnderlyingChanged: Bool
  }

  func reportMain(_ number: Int) {
    change { $0.main.reported = max($0.main.reported, number) }
  }

  func reportUnderlying(_ number: Int) {
    change { $0.underlying.reported = max($0.underlying.reported, number) }
  }

  /// Main could not be written after underlying was, or underlying was found changed.
  func reportMainBehind() { change { $0.isMainBehind = true } }

  /// It became necessary to ask for changes, or ceased to be.
  func lookWhetherToAsk() { change { _ in } }

  func promiseUnderlying(_ number: Int) { change { $0.promised = max($0.promised, number) } }

  /// To be taken before reading or writing what the reports are about, by the chain whose turn it is.
  func mark() -> Mark {
    state.withLock { state in
      state.promised = 0
      return Mark(
        main: state.main.reported, underlying: state.underlying.reported,
        isUnderlyingChanged: state.isMainBehind || !state.underlying.isKnown)
    }
  }

  /// Deals with what had been reported by then. Only a chain whose turn it is may say so.
  func settle(_ mark: Mark) {
    change { state in
      state.main.known = mark.main
      state.underlying.known = max(mark.underlying, state.promised)
      state.isNew = false
      state.isMainBehind = false
    }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      areSettled.store(state.isSettled && !asking.isNeeded, ordering: .releasing)
    }
  }
}
