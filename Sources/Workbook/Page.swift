/// A runnable scene of a chapter. It prints to the transcript that it is given, never to standard
/// output. Each line reports what was observed, logged, counted or just done.
public struct Page: Sendable {
  /// The name by which it is run, in lower case with hyphens.
  public let slug: String

  /// The subject of the page, in one line.
  public let title: String

  let picture: Picture?
  let laboratory: Laboratory?
  private let parts: [String]
  private let scene: @MainActor @Sendable (Transcript) async throws -> Void

  /// A page starts on the main thread. An error ends it with a line on standard error; the next
  /// page runs, and the program ends with status 1. A ``ScratchError`` ends it with status 74.
  ///
  /// Without a `picture`, the recording decides its kind. Its first parts are `parts`, even those
  /// that no call reaches. A reader of the book chooses the steps of a `laboratory`.
  public init(
    _ slug: String, _ title: String, drawnAs picture: Picture? = nil,
    parts: [String] = [], laboratory: Laboratory? = nil,
    scene: @escaping @MainActor @Sendable (Transcript) async throws -> Void
  ) {
    self.slug = slug
    self.title = title
    self.picture = picture
    self.parts = parts
    self.laboratory = laboratory
    self.scene = scene
  }

  @MainActor
  public func run(printingTo transcript: Transcript) async throws {
    for part in parts { transcript.part(part) }
    try await scene(transcript)
  }
}
