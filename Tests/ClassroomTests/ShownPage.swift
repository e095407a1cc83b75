import Foundation
import TestSupport
import Testing

@testable import Classroom

/// A class page as the browser shows it.
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

  /// Runs a page's probe in light and dark mode.
  init(_ page: String, in folder: URL) async throws {
    let frames = ["light", "dark"].map { scheme in
      "<iframe width=1000 height=800 style='color-scheme: \(scheme)' src='\(page)'></iframe>"
    }
    let outer = """
      <pre></pre>\(frames.joined())<script>
      const result = { light: null, dark: null };
      addEventListener("message", event => {
        const isLight = event.source === document.querySelector("iframe").contentWindow;
        result[isLight ? "light" : "dark"] = event.data;
        document.querySelector("pre").textContent = JSON.stringify(result);
      });
      </script>
      """
    let file = folder.appending(path: "outer.html")
    try Data(outer.utf8).write(to: file)
    self = try await Browser.seen(
      Self.self, on: file, after: 10_000, "--blink-settings=preferredColorScheme=1")
  }
}
