package import Foundation
internal import Markdown

/// Finds broken links and anchors in a site, and what a browser would load from elsewhere.
package enum SiteCheck {
  private struct PageFacts {
    var ids: Set<String> = []
    /// The targets of links, scripts, styles and forms in the site.
    var links: [String] = []
    /// The resources that a browser would load from elsewhere.
    var loaded: [String] = []
  }

  /// A sentence for each problem of a site that may have `limit` bytes.
  package static func problems(of files: [String: Data], limit: Int = 8_000_000) -> [String] {
    var problems: [String] = []
    var reached: Set = ["index.html", "search.html"]
    let texts = files.mapValues { String(decoding: $0, as: UTF8.self) }
    let pages = texts.filter { $0.key.hasSuffix(".html") }.mapValues(read)
    for (path, page) in pages.sorted(by: { $0.key < $1.key }) {
      for link in page.links {
        guard let place = try? LinkPlace(link, in: path, line: 1), files[place.path] != nil else {
          problems.append("\(path): \(link) leads to no file")
          continue
        }
        reached.insert(place.path)
        if let anchor = place.anchor, pages[place.path]?.ids.contains(anchor) != true {
          problems.append("\(path): \(link) leads to no anchor")
        }
      }
      problems += page.loaded.map { "\(path): \($0) would be loaded from elsewhere" }
    }
    problems += Set(pages.keys).subtracting(reached).sorted().map { "\($0): no link leads to it" }
    let requests = ["@import", "url(", "fetch(", "XMLHttpRequest", "sendBeacon", "http:", "https:"]
    // The texts to search for contain addresses, which no browser loads.
    for (path, text) in texts.sorted(by: { $0.key < $1.key })
    where !path.hasSuffix(".html") && path != "index.js" {
      problems += requests.filter { text.contains($0) }
        .map { "\(path): \($0) may load something from elsewhere" }
    }
    let size = files.values.reduce(0) { $0 + $1.count }
    if size > limit { problems.append("the site has \(size) bytes, more than \(limit)") }
    return problems
  }

  /// Reads the tags of a page. Its text contains no `<`, which is escaped there.
  private static func read(_ html: String) -> PageFacts {
    var page = PageFacts()
    // As bytes, because regular expressions would take several times as long.
    for tag in html.utf8.split(separator: UInt8(ascii: "<")) {
      let parts = tag.prefix { $0 != UInt8(ascii: ">") }
        .split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false).map(Substring.init)
      for index in stride(from: 0, to: parts.count - 1, by: 2) {
        let value = String(parts[index + 1])
        switch parts[index].split(separator: " ").last {
        case "id=": page.ids.insert(value)
        case "href=", "src=", "action=":
          if value.hasPrefix("data:") || parts[0].hasPrefix("a ") && value.isExternal { continue }
          if value.contains(":") || value.hasPrefix("//") {
            page.loaded.append(value)
          } else {
            page.links.append(value)
          }
        default: break
        }
      }
    }
    return page
  }
}

extension Site {
  /// Compares the console blocks with the `output` of the chapters' programs now. Counts the runs,
  /// and returns a sentence for each difference.
  package func compareConsoles(
    output: (_ chapter: String, _ arguments: [String]) throws -> String
  ) throws -> (compared: Int, interactive: Int, problems: [String]) {
    let runs = library.documents.flatMap(ConsoleRun.all)
    var printed: [[String]: String] = [:]
    var problems: [String] = []
    for run in runs where !run.isInteractive {
      let key = [run.chapter] + run.arguments
      let text = try printed[key] ?? output(run.chapter, run.arguments)
      printed[key] = text
      problems += [run.problem(printed: text)].compactMap(\.self)
    }
    let interactive = runs.count(where: \.isInteractive)
    return (runs.count - interactive, interactive, problems)
  }
}

/// A command in a console block of a document, with the output below it.
struct ConsoleRun: Equatable {
  let document: String
  let line: Int
  let chapter: String
  let arguments: [String]
  let output: String

  var isInteractive: Bool { arguments.contains("--predict") || arguments.contains("--step") }

  static func all(in document: Document) -> [ConsoleRun] {
    document.blocks.flatMap { block -> [ConsoleRun] in
      guard case .code(let code) = block.content, code.info == "console" else { return [] }
      let starts = code.lines.indices.filter { code.lines[$0].hasPrefix("$ ") }
      return zip(starts, starts.dropFirst() + [code.lines.count]).compactMap { start, end in
        let words = code.lines[start].split(separator: " ").dropFirst()
        let (command, arguments) = (words.prefix(3).joined(separator: " "), words.dropFirst(3))
        guard command.hasPrefix("swift run Chapter-") else { return nil }
        return ConsoleRun(
          document: document.path, line: block.line + start + 1,
          chapter: String(command.dropFirst("swift run Chapter-".count)),
          arguments: arguments.map(String.init),
          output: code.lines[(start + 1)..<end].map { $0 + "\n" }.joined())
      }
    }
  }

  /// A sentence that names the first different line. Nil if the output is unchanged.
  func problem(printed: String) -> String? {
    guard printed != output else { return nil }
    let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false) }
    let place = zip(lines(printed), lines(output)).prefix { $0 == $1 }.count
    let now = lines(printed).dropFirst(place).first ?? ""
    return "\(document):\(line + place + 1): the page prints “\(now)” now"
  }
}
