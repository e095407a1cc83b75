/// A property at its place in the value, or by its key path where it has no place of its own.
///
/// A property that is computed or observed has none. Going to the place costs less than following
/// a key path, and rows are read and written column by column.
@usableFromInline
struct Property<Object, Value>: Sendable {
  @usableFromInline let keyPath: any WritableKeyPath<Object, Value> & Sendable
  @usableFromInline let offset: Int?

  @inlinable
  init(_ keyPath: any WritableKeyPath<Object, Value> & Sendable) {
    self.keyPath = keyPath
    offset = MemoryLayout<Object>.offset(of: keyPath)
  }

  @inlinable
  func value(of object: Object) -> Value {
    guard let offset else { return object[keyPath: keyPath] }
    return withUnsafePointer(to: object) { object in
      (UnsafeRawPointer(object) + offset).assumingMemoryBound(to: Value.self).pointee
    }
  }

  @inlinable
  func set(_ value: Value, of object: inout Object) {
    guard let offset else { return object[keyPath: keyPath] = value }
    withUnsafeMutablePointer(to: &object) { object in
      (UnsafeMutableRawPointer(object) + offset).assumingMemoryBound(to: Value.self).pointee = value
    }
  }
}
