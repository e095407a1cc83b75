import Concurrency

extension ObservableType {
  /// The same events, delivered on the scheduler, one after the other and in order.
  ///
  /// What waits when the subscription is disposed is dropped.
  public func observe(on scheduler: some SchedulerType) -> Observable<Element> {
    Observable { downstream in
      let stage = Stage()
      let waiting = Locked(DeliveryQueue<Event<Element>>())
      let subscription = subscribe { event in
        guard !stage.isStopped, waiting.withLock({ $0.enqueue(event) }) else { return }
        scheduler.schedule {
          while let event = waiting.withLock({ $0.dequeue() }) {
            stage.forward(event, to: downstream)
          }
        }
      }
      let rest = Disposables.create { _ = waiting.withLock { $0.removeAll() } }
      stage.attach(Disposables.create(subscription, rest))
      return stage
    }
  }
}
