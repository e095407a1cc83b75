/// Hands what is confined to another thread, past the compiler: the mistake that some pages show.
struct Handed<Value>: @unchecked Sendable {
  // Unchecked because the mistake is the point: the compiler refuses it, so that the store has to.
  let value: Value
}
