import Concurrency

extension ObservableType {
  /// The values of the inner sequence made from the latest value. A new value disposes the previous
  /// inner sequence.
  ///
  /// Completes when this sequence and the latest inner sequence have completed. The first error
  /// ends it; if the closure throws, it ends with that error.
  public func flatMapLatest<Source: ObservableType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    flattened(keepingLatestOnly: true, selector)
  }

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

  fileprivate func flattened<Source: ObservableType>(
    keepingLatestOnly: Bool, _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    Observable { downstream in
      let stage = Stage()
      let sources = Locked(Sources(keepsLatestOnly: keepingLatestOnly))
      let outer = subscribe { event in
        guard !stage.isStopped else { return }
        switch event.map(selector) {
        case .next(let source):
          guard let (id, inner, former) = sources.withLock({ $0.add() }) else { return }
          former?.dispose()
          inner.attach(
            source.subscribe { event in
              guard !inner.isStopped else { return }
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

extension ObservableType where Element: ObservableType {
  /// The values of all inner sequences, in order of arrival.
  ///
  /// Completes when this sequence and all inner sequences have completed. The first error ends it
  /// and disposes the others. Concurrent sends do not wait for each other.
  public func merge() -> Observable<Element.Element> { flattened(keepingLatestOnly: false) { $0 } }
}

/// The sequences that have not completed, including the outer one.
private struct Sources {
  static let outer = 0

  private let keepsLatestOnly: Bool
  private var stages: [Int: Stage] = [outer: Stage()]
  private var lastID = outer
  private var isClosed = false

  init(keepsLatestOnly: Bool) { self.keepsLatestOnly = keepsLatestOnly }

  /// - Returns: The stage of a new inner sequence, and the one that it replaces, to be disposed outside
  ///   the lock; nil if the whole sequence has ended.
  mutating func add() -> (id: Int, stage: Stage, former: Stage?)? {
    guard !isClosed else { return nil }
    let former = keepsLatestOnly && lastID > Self.outer ? stages.removeValue(forKey: lastID) : nil
    lastID += 1
    let stage = Stage()
    stages[lastID] = stage
    return (lastID, stage, former)
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
