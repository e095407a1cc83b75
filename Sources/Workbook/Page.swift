/// One runnable scene of a chapter: a slug, a title, and what happens.
///
/// A page is a value, and a chapter is a list of them. It prints to the transcript that it is given,
/// never to standard output. Each line that it prints reports what was observed,
/// logged, counted or just done.
public struct Page: Sendable {
  /// The name by which it is run, in lower case with hyphens.
  public let slug: String

  /// What it shows, in one line.
  public let title: String

  /// How it is drawn; nil for the picture that suits its recording.
  let picture: Picture?

  /// Its scene with steps that a reader chooses; nil for most pages.
  let laboratory: Laboratory?

  /// The first parts of its recording, in order.
  private let parts: [String]

  private let scene: @MainActor @Sendable (Transcript) async throws -> Void

  /// A page starts on the main thread and may continue on any other. What it throws
  /// ends the page with a line on standard error; the next page runs, and the program ends with
  /// status 1. Only a ``ScratchError`` ends the program at once, with status 74.
  ///
  /// - Parameters:
  ///   - slug: the name by which it is run.
  ///   - title: what it shows, in one line.
  ///   - picture: how it is drawn; nil for the picture that suits its recording.
  ///   - parts: the first parts of its picture, in order; others follow as they appear. A sequence shows also parts that no
  ///     call reaches.
  ///   - laboratory: its scene with steps that a reader of the book chooses.
  ///   - scene: what happens.
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
