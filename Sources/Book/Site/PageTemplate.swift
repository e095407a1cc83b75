internal import Grading

/// The frame of every page: its head, a header with the search, landmarks, and links to the neighbouring pages.
struct PageTemplate {
  /// The mark that identifies a folder as a book.
  static let mark = "<meta name=\"generator\" content=\"DataLayerWorkbook\">"

  struct Neighbour {
    let path: String
    let title: String
  }

  /// The path of the page.
  let path: String
  let title: String
  /// The line above the title: its chapter.
  var eyebrow = ""
  /// The document whose pages are listed beside it. Nil for a page without such a list.
  var contents: String?
  let body: String
  var previous: Neighbour?
  var next: Neighbour?
  /// The scripts of this page, in addition to the one that every page has.
  var scripts: [String] = []
  var hasSearch = true
  /// Whether a reader can mark it as read.
  var isSection = false

  func html() -> String {
    let home = "index.html".link(from: path)
    let all = (contents == nil ? [] : ["contents.js"]) + ["book.js"] + scripts
    let scripts = all.map { "<script src=\"\($0.link(from: path))\" defer></script>\n" }.joined()
    let navigation =
      contents.map {
        "<nav class=\"contents\" aria-label=\"Pages of this chapter\" data-document=\"\($0)\"></nav>\n"
      }
      ?? ""
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
      \(scripts)</head>
      <body data-page="\(path.escapedForHTML)"\(isSection ? " class=\"section\"" : "")>
      <a class="skip" href="#main">Skip to content</a>
      <header class="top"><a class="home" href="\(home)">DataLayerWorkbook</a>\(search)</header>
      <div class="page">
      <main id="main">
      \(eyebrow.isEmpty ? "" : "<p class=\"eyebrow\">\(eyebrow)</p>\n")\(body)\(turn)</main>
      \(navigation)</div>
      </body>
      </html>

      """
  }

  private var search: String {
    guard hasSearch else { return "" }
    return
      "<form role=\"search\" action=\"\("search.html".link(from: path))\"><input type=\"search\" "
      + "name=\"q\" aria-label=\"Search the book\" placeholder=\"Search\"></form>"
  }

  /// The links to the pages before and after this one.
  private var turn: String {
    guard previous != nil || next != nil else { return "" }
    let link = { (neighbour: Neighbour?, rel: String, word: String) in
      neighbour.map { neighbour in
        "<a rel=\"\(rel)\" href=\"\(neighbour.path.link(from: path))\"><small>\(word)</small> "
          + "\(neighbour.title.escapedForHTML)</a>"
      } ?? "<span></span>"
    }
    return "<nav class=\"turn\" aria-label=\"Next and previous page\">"
      + link(previous, "prev", "Previous") + link(next, "next", "Next") + "</nav>\n"
  }
}
