/// A runnable scene of a chapter, with a slug and a title.
///
/// A page is a value, and a chapter is a list of them. It prints to the transcript that it is
/// given, never to standard output. Each line that it prints reports what was observed, logged,
/// counted or just done.
public struct Page: Sendable {
  /// The name by which it is run, in lower case with hyphens.
  public let slug: String

  /// The subject of the page, in one line.
  public let title: String

  /// The kind of picture. Nil for the one that suits the recording.
  let picture: Picture?

  /// The scene with steps that a reader chooses. Nil for most pages.
  let laboratory: Laboratory?

  /// The first parts of its recording, in order.
  private let parts: [String]

  private let scene: @MainActor @Sendable (Transcript) async throws -> Void

  /// A page starts on the main thread and may continue on any other. An error ends the page with a
  /// line on standard error; the next page runs, and the program ends with status 1. Only a
  /// ``ScratchError`` ends the program at once, with status 74.
  ///
  /// - Parameters:
  ///   - slug: The name by which it is run.
  ///   - title: The subject of the page, in one line.
  ///   - picture: The kind of picture. Nil for the one that suits the recording.
  ///   - parts: The first parts of the picture, in order. Others follow as they appear. A sequence
  ///     shows even parts that no call reaches.
  ///   - laboratory: The scene with steps that a reader of the book chooses.
  ///   - scene: Runs the page.
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

  /// Runs the scene once.
  @MainActor
  public func run(printingTo transcript: Transcript) async throws {
    for part in parts { transcript.part(part) }
    try await scene(transcript)
  }
}
