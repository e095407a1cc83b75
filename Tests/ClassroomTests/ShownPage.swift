import Foundation
import TestSupport
import Testing

@testable import Classroom

/// A class page and the page of a learner as the browser shows them.
struct ShownPage: Decodable {
  struct Seen: Decodable {
    let before: [String]
    let byPoints: [String]
    let sort: String
    let errors: [String]
    let focus: [Bool]
    let heat: Int
    /// The backgrounds of a passed and a lost check, of a bar, and of the page.
    let colors: [String]
    let wide: Bool
    /// The ids of the tables that are wider than the paper.
    let printed: [String]
    let direction: String
  }

  let light: Seen
  let dark: Seen
  /// The width of the learner's page on a phone with 390 points.
  let phone: Int

  /// Runs the probes of the class page, in light and dark mode, and of the learner's page.
  init(_ page: String, learner: String, in folder: URL) async throws {
    let frames =
      ["light", "dark"].map { scheme in
        "<iframe width=1000 height=800 style='color-scheme: \(scheme)' src='\(page)'></iframe>"
      } + ["<iframe width=390 height=800 scrolling=no src='\(learner)'></iframe>"]
    let outer = """
      <pre></pre><script>
      const result = {};
      addEventListener("message", event => {
        result[["light", "dark", "phone"].find((_, index) => frames[index] === event.source)] =
          event.data;
        document.querySelector("pre").textContent = JSON.stringify(result);
      });
      </script>\(frames.joined())
      """
    let file = folder.appending(path: "outer.html")
    try Data(outer.utf8).write(to: file)
    self = try await Browser.seen(
      Self.self, on: file, after: 10_000, "--blink-settings=preferredColorScheme=1")
  }
}
