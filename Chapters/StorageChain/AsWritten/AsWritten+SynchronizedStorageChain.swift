extension AsWritten {
  /// As written, with `AnyObject` instead of `class`.
  protocol SynchronizedDataProviding: AnyObject {
    associatedtype Value

    var valueBeModifiedHandler: ((_ newValue: Value) -> Void)? { get set }

    func getValue() throws -> Value

    func setValue(_ value: Value) throws
  }

  /// As written, with the handler that the listing calls and does not declare.
  class SynchronizedStorageChain<
    MainProvider: SynchronizedDataProviding, UnderlyingProvider: SynchronizedDataProviding
  > where MainProvider.Value == UnderlyingProvider.Value {
    public let provider: MainProvider
    public let underlyingProvider: UnderlyingProvider?

    public var valueBeModifiedHandler: ((_ newValue: MainProvider.Value) -> Void)?

    private var isUnderlyingProviderBeUpdated = false

    public func getValue() throws -> MainProvider.Value {
      if isUnderlyingProviderBeUpdated, let underlyingProvider = underlyingProvider {
        let newValue = try underlyingProvider.getValue()
        valueBeModifiedHandler?(newValue)
        try provider.setValue(newValue)
      }

      return try provider.getValue()
    }

    public func setValue(_ value: MainProvider.Value) throws {
      try provider.setValue(value)
      try underlyingProvider?.setValue(value)
    }

    public init(_ provider: MainProvider, underlyingProvider: UnderlyingProvider) {
      self.provider = provider
      self.underlyingProvider = underlyingProvider
      self.underlyingProvider?.valueBeModifiedHandler = { [unowned self] (_) -> Void in
        self.isUnderlyingProviderBeUpdated = true
      }
    }
  }
}
