import ThreadConfinement
import Workbook

extension Page {
  static let businessCycle = Page(
    "business-cycle", "Is a controller released after its screen was left?",
    drawnAs: .sequence
  ) { transcript in
    let strong = try await enterAndLeave(transcript) { AsWritten.HighlightingBusiness(for: $0) }
    transcript.line("strong: controllers alive after leaving \(strong.count)")
    // Breaks the retain cycle, because nothing else can release the controller.
    transcript.call("dropBusiness", of: "controller") { strong.controller?.dropBusiness() }
    let weak = try await enterAndLeave(transcript) { HighlightingBusiness(for: $0) }
    transcript.line("weak: controllers alive after leaving \(weak.count)")
  }

  /// Enters and leaves the screen. After that only its own parts retain the controller.
  @MainActor
  private static func enterAndLeave(
    _ transcript: Transcript,
    with makeBusiness: @escaping @MainActor (ArtistsViewController) -> any ArtistsBusiness
  ) async throws -> Survivor {
    let scratch = try ScratchFolder()
    let manager = MainManager(scratch.configuration, client: .answering(.artists([1: "Ann"])))
    // The controller retains its closure, which retains this.
    let controller = ArtistsViewController(manager) {
      [lifetime = RecordedLifetime(of: "controller", in: transcript)] controller in
      withExtendedLifetime(lifetime) { RecordedBusiness(makeBusiness(controller), in: transcript) }
    }
    transcript.call("viewDidLoad", of: "controller") { controller.viewDidLoad() }
    await controller.loading?.value
    await transcript.call("onTap", of: "controller") { await controller.onTap?(1) }
    await manager.recorded(in: transcript).leave()
    return Survivor(controller: controller)
  }
}

private struct Survivor {
  weak var controller: ArtistsViewController?

  var count: Int { controller == nil ? 0 : 1 }
}
