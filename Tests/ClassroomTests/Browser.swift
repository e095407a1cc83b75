import Foundation
import TestSupport
import Testing

@testable import Classroom

/// Chromium without a window.
enum Browser {
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
    /// The tables that are wider than the paper.
    let printed: [String]
    let direction: String
  }

  private static let program = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  static var isInstalled: Bool { program != nil }

  /// What the probe of a page has sent in light and in dark, and the colours of a picture of it.
  ///
  /// Two starts of the browser: one takes the picture, and one shows the page in two frames and counts the picture's pixels.
  static func seen(
    _ page: String, in folder: URL
  ) throws -> (light: Seen, dark: Seen, colors: Set<String>) {
    let picture = folder.appending(path: "page.png")
    _ = try run([
      "--screenshot=\(picture.path)", "--window-size=1000,3200", "--hide-scrollbars",
      "--blink-settings=preferredColorScheme=1", folder.appending(path: page).absoluteString,
    ])
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
    let document = try run([
      "--virtual-time-budget=10000", "--blink-settings=preferredColorScheme=1", "--dump-dom",
      file.absoluteString,
    ])
    let text = try #require(document.firstMatch(of: /<pre>(.*?)<\/pre>/)?.output.1)
    let plain = text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
    let result = try JSONDecoder().decode(Result.self, from: Data(plain.utf8))
    return (result.light, result.dark, Set(result.colors))
  }

  private struct Result: Decodable {
    let light: Seen
    let dark: Seen
    let colors: [String]
  }

  /// - Returns: The standard output.
  private static func run(_ arguments: [String]) throws -> String {
    let profile = try TemporaryFolder("browser")
    let path = try #require(program)
    let ending = try BuiltProgram(at: URL(filePath: path)).run(
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--user-data-dir=\(profile.url.path)", "--enable-logging=stderr",
      ] + arguments, environment: ["HOME": profile.url.path])
    #expect(ending.isExit && ending.status == 0)
    // What the page writes to its console, errors too.
    #expect(!ending.errors.contains("CONSOLE"))
    return ending.output
  }
}
