extension ObservableType {
  /// These values, then the sequence itself.
  public func startWith(_ elements: Element...) -> Observable<Element> {
    Observable { downstream in
      for element in elements { downstream(.next(element)) }
      return subscribe(downstream)
    }
  }
}
