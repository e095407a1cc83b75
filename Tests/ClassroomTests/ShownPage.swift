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

  /// Runs the probe of the class page in light and dark mode.
  init(_ page: String, learner: URL, in folder: URL) async throws {
    let frames =
      ["light", "dark"].map { scheme in
        "<iframe width=1000 height=800 style='color-scheme: \(scheme)' src='\(page)'></iframe>"
      } + ["<iframe width=390 height=800 src='\(learner.absoluteString)'></iframe>"]
    let outer = """
      <pre></pre>\(frames.joined())<script>
      const result = {}, frames = document.querySelectorAll("iframe");
      const show = () => document.querySelector("pre").textContent = JSON.stringify(result);
      addEventListener("message", event => {
        result[event.source === frames[0].contentWindow ? "light" : "dark"] = event.data;
        show();
      });
      frames[2].onload = () => {
        result.phone = frames[2].contentDocument.documentElement.scrollWidth;
        show();
      };
      </script>
      """
    let file = folder.appending(path: "outer.html")
    try Data(outer.utf8).write(to: file)
    self = try await Browser.seen(
      Self.self, on: file, after: 10_000, "--blink-settings=preferredColorScheme=1",
      "--allow-file-access-from-files", "--hide-scrollbars")
  }
}
