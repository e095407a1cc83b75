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
    let passed: String
    let paper: String
    let wide: Bool
    /// The ids of the tables that are wider than the paper.
    let printed: [String]
    let direction: String
  }

  let light: Seen
  let dark: Seen
  /// The colours that are frequent in a screenshot of the page.
  let colors: Set<String>

  /// Runs a page's probe in light and dark mode, and counts the colours of a screenshot.
  ///
  /// The browser starts twice: once for the screenshot, and once for both frames and the pixels.
  init(_ page: String, in folder: URL) throws {
    let picture = folder.appending(path: "page.png")
    let isLight = "--blink-settings=preferredColorScheme=1"
    try Browser.draw(
      folder.appending(path: page), to: picture, "--window-size=1000,3200", "--hide-scrollbars",
      isLight)
    let data = try Data(contentsOf: picture).base64EncodedString()
    let frames = ["light", "dark"].map { scheme in
      "<iframe width=1000 height=800 style='color-scheme: \(scheme)' src='\(page)'></iframe>"
    }
    let outer = """
      <pre></pre>\(frames.joined())<img src="data:image/png;base64,\(data)"><script>
      const result = { light: null, dark: null, colors: null };
      const show = () => document.querySelector("pre").textContent = JSON.stringify(result);
      addEventListener("message", event => {
        const isLight = event.source === document.querySelector("iframe").contentWindow;
        result[isLight ? "light" : "dark"] = event.data;
        show();
      });
      onload = () => {
        const image = document.images[0], canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const pixels = context.getImageData(0, 0, image.width, image.height).data;
        const counts = {};
        for (let i = 0; i < pixels.length; i += 4) {
          const color = pixels[i] + "," + pixels[i + 1] + "," + pixels[i + 2];
          counts[color] = (counts[color] || 0) + 1;
        }
        result.colors = Object.keys(counts).filter(color => counts[color] > 100);
        image.remove();
        show();
      };
      </script>
      """
    let file = folder.appending(path: "outer.html")
    try Data(outer.utf8).write(to: file)
    self = try Browser.seen(Self.self, on: file, after: 10_000, isLight)
  }
}
