internal import Concurrency
public import Foundation

/// Headless Chromium.
public enum Browser {
  /// The browser failed, or a page wrote to its console.
  public struct Failure: Error, CustomStringConvertible {
    /// The exit status and the messages.
    public let description: String
  }

  private static let program = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether a browser is installed.
  public static var isInstalled: Bool { program != nil }

  /// Opens a page and decodes the JSON in its first `pre` element after some milliseconds of
  /// virtual time. Waits on a thread of its own, so that other tests run meanwhile.
  ///
  /// - Throws: A ``Failure`` or a decoding error.
  public static func seen<Value: Decodable>(
    _ type: Value.Type, on page: URL, after time: Int, _ arguments: String...
  ) async throws -> Value {
    let opened = OneShot<Result<String, any Error>>()
    Thread.detachNewThread {
      opened.fulfill(
        Result {
          try run(arguments + ["--virtual-time-budget=\(time)", "--dump-dom"], page)
        })
    }
    let document = try await opened.value.get()
    guard let text = document.firstMatch(of: /<pre\b[^>]*>(.*?)<\/pre>/)?.output.1 else {
      throw Failure(description: "The page has no element pre: \(document)")
    }
    let plain = text.replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&").replacing("&nbsp;", with: "\u{a0}")
    return try JSONDecoder().decode(type, from: Data(plain.utf8))
  }

  /// - Returns: The standard output.
  private static func run(_ arguments: [String], _ page: URL) throws -> String {
    guard let program else { throw Failure(description: "No browser is installed.") }
    let profile = try TemporaryFolder("browser")
    let ending = try BuiltProgram(at: URL(filePath: program)).run(
      [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--user-data-dir=\(profile.url.path)", "--enable-logging=stderr",
      ] + arguments + [page.absoluteString], environment: ["HOME": profile.url.path])
    // The console includes the page's errors.
    guard ending.isExit, ending.status == 0, !ending.errors.contains("CONSOLE") else {
      throw Failure(
        description: "\(ending.isExit ? "exit" : "signal") \(ending.status): \(ending.errors)")
    }
    return ending.output
  }
}
