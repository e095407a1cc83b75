/// Lets generic code ask whether its value may be nil, and is.
protocol OptionalValue {
  static var none: Self { get }
  static var wrapped: any Any.Type { get }
  var isNone: Bool { get }
}

extension Optional: OptionalValue {
  static var wrapped: any Any.Type { Wrapped.self }
  var isNone: Bool { self == nil }
}
