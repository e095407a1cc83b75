@available(*, unavailable, message: "A live object is used where its store is; send its snapshot.")
extension LiveObject: Sendable {}

extension LiveObject: Equatable {
  /// Whether both are the same row of the same store.
  public static func == (one: LiveObject, other: LiveObject) -> Bool {
    one.owner === other.owner && one.serial == other.serial
  }
}
