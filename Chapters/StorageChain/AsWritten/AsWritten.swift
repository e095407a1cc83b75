/// The document's listings, with only what they need to compile: the mistakes that show when they run are in
/// them on purpose. Errata.md tells of each.
enum AsWritten {
  /// The file is read and written each time.
  enum FirstAttempt {}
  /// The file is read at launch and written at the end.
  enum SecondAttempt {}
}
