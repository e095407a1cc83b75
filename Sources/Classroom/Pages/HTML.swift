internal import Foundation
internal import Grading

/// Parts of pages in which all text from people is escaped.
enum HTML {
  /// A complete page that needs no network. The title is plain text, the body HTML.
  static func page(title: String, style: String = "", script: String = "", body: String) -> String {
    let run = script.isEmpty ? "" : "<script>\n\(script)</script>\n"
    return """
      <!DOCTYPE html>
      <html lang="en" dir="ltr">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(text(title))</title>
      <style>
      \(asset(PackageResources.page_css))\(style)
      </style>
      </head>
      <body>
      \(body)
      \(run)</body>
      </html>

      """
  }

  static func asset(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  static func text(_ plain: String) -> String { plain.escapedForHTML }

  /// A person's name or text, isolated because it may run right to left or contain direction marks.
  static func person(_ plain: String) -> String {
    "<bdi>\(text(plain.cleaned(upTo: 200, lines: 1)))</bdi>"
  }

  static func link(_ path: String, _ html: String) -> String {
    let allowed = CharacterSet.urlPathAllowed.union(["#"])
    let encoded = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? path
    return "<a href=\"\(text(encoded))\">\(html)</a>"
  }

  static func list(_ review: [String: [ReviewLine]]) -> String {
    items(
      review.sorted { $0.key < $1.key }.flatMap { exercise, lines in
        lines.map {
          "\(text(exercise)), line \($0.line), \(text($0.word)): <code>\(text($0.text))</code>"
        }
      })
  }

  /// A list. Empty without items, which are HTML.
  static func items(_ items: [String]) -> String {
    items.isEmpty ? "" : "<ul>\(items.map { "<li>\($0)</li>" }.joined(separator: "\n"))</ul>\n"
  }

  static func row(_ cells: [String], tag: String = "td") -> String {
    "<tr>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>"
  }
}
