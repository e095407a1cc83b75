internal import Grading

/// The frame of every page: its head, the search, landmarks, and links to neighbouring pages.
struct PageTemplate {
  /// The mark that identifies a folder as a book.
  static let mark = "<meta name=\"generator\" content=\"DataLayerWorkbook\">"

  /// A link to a page of the site, with the slug of the chapter's page that it shows.
  struct Entry {
    let path: String
    let title: String
    var slug: String?
    /// The pages below it.
    var parts: [Entry] = []
  }

  let path: String
  let title: String
  /// The line above the title: the way to the page, as HTML.
  var eyebrow = ""
  /// The list beside the page, and its label.
  var contents: (label: String, entries: [Entry])?
  let body: String
  var previous: Entry?
  var next: Entry?
  /// In addition to those that every page has.
  var scripts: [String] = []
  /// Whether a reader can mark it as read.
  var isSection = false

  func html() -> String {
    let scripts = (["book.js"] + scripts)
      .map { "<script src=\"\($0.link(from: path))\" defer></script>\n" }.joined()
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(path == "index.html" ? Self.mark + "\n" : "")\
      <title>\(title.escapedForHTML)</title>
      <link rel="icon" href="data:,">
      <link rel="stylesheet" href="\("book.css".link(from: path))">
      <script src="\("theme.js".link(from: path))"></script>
      \(scripts)</head>
      <body data-page="\(path.escapedForHTML)"\(isSection ? " class=\"section\"" : "")>
      <a class="skip" href="#main">Skip to content</a>
      <header class="top"><a class="home" href="\("index.html".link(from: path))">DataLayerWorkbook</a>\
      <a class="home" href="\("Exercises.html".link(from: path))">Exercises</a>\
      <form role="search" action="\("search.html".link(from: path))"><input type="search" \
      name="q" aria-label="Search the book" placeholder="Search"></form></header>
      <div class="page">
      <main id="main">
      \(eyebrow.isEmpty ? "" : "<p class=\"eyebrow\">\(eyebrow)</p>\n")\(body)\(turn)</main>
      \(navigation)</div>
      </body>
      </html>

      """
  }

  private var navigation: String {
    guard let contents else { return "" }
    return "<nav class=\"contents\" aria-label=\"\(contents.label.escapedForHTML)\">\n"
      + list(contents.entries) + "</nav>\n"
  }

  private func list(_ entries: [Entry]) -> String {
    guard !entries.isEmpty else { return "" }
    let items = entries.map { entry in
      let current = entry.path == path ? " aria-current=\"page\"" : ""
      let slug = entry.slug.map { " <small>\($0)</small>" } ?? ""
      return
        "<li><a href=\"\(entry.path.link(from: path))\"\(current)>\(entry.title.escapedForHTML)\(slug)</a>"
        + list(entry.parts) + "</li>\n"
    }
    return "<ol>\n\(items.joined())</ol>\n"
  }

  private var turn: String {
    guard previous != nil || next != nil else { return "" }
    let link = { (entry: Entry?, rel: String, word: String) in
      entry.map { entry in
        "<a rel=\"\(rel)\" href=\"\(entry.path.link(from: path))\"><small>\(word)</small> "
          + "\(entry.title.escapedForHTML)</a>"
      } ?? "<span></span>"
    }
    return "<nav class=\"turn\" aria-label=\"Next and previous page\">"
      + link(previous, "prev", "Previous") + link(next, "next", "Next") + "</nav>\n"
  }
}
