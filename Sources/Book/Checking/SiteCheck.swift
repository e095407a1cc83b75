internal import Foundation

/// What a browser would miss in a site, or would load from elsewhere.
struct SiteCheck {
  /// The largest size of the site without recordings, in bytes, and of the whole site.
  static let limit = 2_000_000
  static let limitWithRecordings = 10_000_000

  private struct Page {
    var ids: Set<String> = []
    /// The targets of links, of scripts, styles and forms.
    var links: [String] = []
    /// What a browser loads on its own.
    var loaded: [String] = []
    /// The size of its recording.
    var recording = 0
  }

  private let files: [String: Data]
  private var pages: [String: Page] = [:]

  init(_ files: [String: Data]) {
    self.files = files
    for (path, bytes) in files where path.hasSuffix(".html") { pages[path] = Self.read(bytes) }
  }

  /// A sentence for each problem.
  func problems() -> [String] {
    var problems: [String] = []
    var reached: Set = ["index.html", "search.html"]
    for (path, page) in pages.sorted(by: { $0.key < $1.key }) {
      for link in page.links {
        let place = Self.place(of: link, from: path)
        reached.insert(place.path)
        if files[place.path] == nil {
          problems.append("\(path): \(link) leads to no file")
        } else if let anchor = place.anchor, pages[place.path]?.ids.contains(anchor) != true {
          problems.append("\(path): \(link) leads to no anchor")
        }
      }
      problems += page.loaded.map { "\(path): \($0) would be loaded from elsewhere" }
    }
    problems += Set(pages.keys).subtracting(reached).sorted().map { "\($0): no link leads to it" }
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) where !path.hasSuffix(".html") {
      // The name of SVG is an address that nothing is loaded from.
      let text = String(decoding: bytes, as: UTF8.self).replacing(
        "http://www.w3.org/2000/svg", with: "")
      let requests = [
        "@import", "url(", "fetch(", "XMLHttpRequest", "sendBeacon", "http:", "https:",
      ]
      problems += requests.filter { text.contains($0) && path != "index.js" }
        .map { "\(path): \($0) may load something from elsewhere" }
    }
    let size = files.values.reduce(0) { $0 + $1.count }
    let text = size - pages.values.reduce(0) { $0 + $1.recording }
    if text > Self.limit {
      problems.append("without recordings, the site has \(text) bytes, more than \(Self.limit)")
    }
    if size > Self.limitWithRecordings {
      problems.append("the site has \(size) bytes, more than \(Self.limitWithRecordings)")
    }
    return problems
  }

  /// The file and the anchor that a relative link leads to.
  private static func place(of link: String, from page: String) -> (path: String, anchor: String?) {
    let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts[0].isEmpty ? page : page.resolving(parts[0]) ?? link
    return (path, parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Reads the attributes of a page that have addresses. Text has no quotation marks: they are escaped.
  private static func read(_ bytes: Data) -> Page {
    let bytes = [UInt8](bytes)
    var page = Page()
    var place = 0
    while let equals = bytes[place...].firstIndex(of: UInt8(ascii: "=")) {
      place = equals + 1
      guard place < bytes.count, bytes[place] == UInt8(ascii: "\""),
        let end = bytes[(place + 1)...].firstIndex(of: UInt8(ascii: "\""))
      else { continue }
      let start = bytes[..<equals].lastIndex { $0 <= 0x20 }.map { $0 + 1 } ?? 0
      let name = String(decoding: bytes[start..<equals], as: UTF8.self)
      let value = String(decoding: bytes[(place + 1)..<end], as: UTF8.self)
      place = end + 1
      switch name {
      case "id": page.ids.insert(value)
      case "href" where value.isExternal && isAnchor(bytes[..<start]): break
      case "href", "src", "action":
        if value.hasPrefix("data:") { break }
        if value.contains(":") || value.hasPrefix("//") {
          page.loaded.append(value)
        } else {
          page.links.append(value)
        }
      case "class" where value == "recording":
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? place
        page.recording = end - place
        place = end
      default: break
      }
    }
    return page
  }

  /// Whether an attribute behind these bytes belongs to a link that a reader follows.
  private static func isAnchor(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.lastIndex(of: UInt8(ascii: "<")).map { bytes[$0...].starts(with: Array("<a ".utf8)) }
      ?? false
  }
}
