internal import Foundation
internal import Grading

/// Parts of pages in which all text from people is escaped.
enum HTML {
  /// A complete page that needs no network: its style, which follows the common one, and its script
  /// are in it. The title is plain text, the body HTML.
  static func page(title: String, style: String = "", script: String = "", body: String) -> String {
    let run = script.isEmpty ? "" : "<script>\n\(script)\n</script>\n"
    return """
      <!DOCTYPE html>
      <html lang="en" dir="ltr">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(text(title))</title>
      <style>
      \(PageStyle.common)\(style)
      </style>
      </head>
      <body>
      \(body)
      \(run)</body>
      </html>

      """
  }

  static func text(_ plain: String) -> String { plain.escapedForHTML }

  /// A person's name or text, isolated because it may run right to left or contain direction marks.
  static func person(_ plain: String) -> String {
    "<bdi>\(text(plain.cleaned(upTo: 200, lines: 1)))</bdi>"
  }

  /// A relative link to a file, percent-encoded.
  static func link(_ path: String, _ html: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/#")
    let encoded = path.addingPercentEncoding(withAllowedCharacters: unreserved) ?? path
    return "<a href=\"\(text(encoded))\">\(html)</a>"
  }

  /// The lines that a person should read, by their exercises, as a list.
  static func list(_ review: [String: [ReviewLine]]) -> String {
    let items = review.sorted { $0.key < $1.key }.flatMap { exercise, lines in
      lines.map {
        "<li>\(text(exercise)), line \($0.line), \(text($0.word)): <code>\(text($0.text))</code></li>"
      }
    }
    return "<ul>\(items.joined(separator: "\n"))</ul>"
  }

  static func row(_ cells: [String], tag: String = "td") -> String {
    "<tr>" + cells.map { "<\(tag)>\($0)</\(tag)>" }.joined() + "</tr>"
  }
}

/// The common style of a class's pages: light and dark, on screen and on paper.
enum PageStyle {
  static let common = """
    :root { color-scheme: light dark; --ink: #1c1c1e; --paper: #fff; --faint: #6b6b70; --line: #d4d4d8;
      --bar: #2f6fb2; --pass: #b9dfc0; --lost: #f0b6ad; --blocked: #ececef; --mark: #ffe39a; }
    @media screen and (prefers-color-scheme: dark) { :root { --ink: #e8e8ea; --paper: #17171a; --faint: #a0a0a8;
      --line: #3c3c42; --bar: #6aa5e0; --pass: #24563a; --lost: #7d322a; --blocked: #2c2c31;
      --mark: #6b5410; } }
    body { font: 16px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper);
      margin: 2rem auto; max-width: 76rem; padding: 0 1rem; overflow-wrap: break-word; }
    h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
    p.faint, caption, small { color: var(--faint); }
    a { color: var(--bar); }
    :focus-visible { outline: 2px solid var(--bar); outline-offset: 2px; }
    table { border-collapse: collapse; } th { text-align: start; }
    th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
    td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
    pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.4 ui-monospace, monospace;
      border: 1px solid var(--line); padding: .6rem; }
    .wide { overflow-x: auto; }
    @media screen and (max-width: 40rem) { body { padding: 0 .5rem; }
      th, td { padding: .2rem .3rem; overflow-wrap: anywhere; } }
    @media print { :root { color-scheme: light; } body { margin: 0; max-width: none; font-size: 10pt; } .wide { overflow: visible; }
      a { color: inherit; text-decoration: none; }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } h2 { break-after: avoid; }
      tr, pre { break-inside: avoid; } }

    """
}
