import Concurrency

extension ObservableType where Element: ObservableType {
  /// The values of all inner sequences, in order of arrival.
  ///
  /// Completes when this sequence and all inner sequences have completed. The first error ends it
  /// and disposes the others. Concurrent sends do not wait for each other.
  public func merge() -> Observable<Element.Element> {
    Observable { downstream in
      let stage = Stage()
      let sources = Locked(Sources())
      let outer = subscribe { event in
        guard !stage.isStopped else { return }
        switch event {
        case .next(let source):
          guard let (id, inner) = sources.withLock({ $0.add() }) else { return }
          inner.attach(
            source.subscribe { event in
              guard event.isCompleted else { return stage.forward(event, to: downstream) }
              if sources.withLock({ $0.complete(id) }).isLast {
                stage.finish(with: .completed, to: downstream)
              }
            })
        case .error(let error):
          stage.finish(with: .error(error), to: downstream)
        case .completed:
          if sources.withLock({ $0.complete(Sources.outer) }).isLast {
            stage.finish(with: .completed, to: downstream)
          }
        }
      }
      let allInner = Disposables.create {
        for inner in sources.withLock({ $0.close() }) { inner.dispose() }
      }
      stage.attach(Disposables.create(outer, allInner))
      return stage
    }
  }
}

extension ObservableType {
  /// The values of all sources, in order of arrival. Completes when all sources have; ends with the
  /// first error.
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    merge(sources)
  }

  /// The values of all sources, in order of arrival. Completes when all sources have; ends with the
  /// first error.
  public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> {
    Observable<Observable<Element>>.from(sources).merge()
  }
}

/// The sequences that have not completed, including the outer one.
private struct Sources {
  static let outer = 0

  private var stages: [Int: Stage] = [outer: Stage()]
  private var lastID = outer
  private var isClosed = false

  /// - Returns: The stage of a new inner sequence; nil if the merged sequence has ended.
  mutating func add() -> (id: Int, stage: Stage)? {
    guard !isClosed else { return nil }
    lastID += 1
    let stage = Stage()
    stages[lastID] = stage
    return (lastID, stage)
  }

  /// - Returns: The removed stage, to be released outside the lock, and whether it was the last.
  mutating func complete(_ id: Int) -> (stage: Stage?, isLast: Bool) {
    let stage = stages.removeValue(forKey: id)
    return (stage, stages.isEmpty)
  }

  /// - Returns: The stages to dispose, in the order in which they were added.
  mutating func close() -> [Stage] {
    isClosed = true
    defer { stages = [:] }
    return stages.sorted { $0.key < $1.key }.map(\.value)
  }
}
