internal import Foundation
internal import Markdown

/// The index of words by page. It is a script, because a page opened from the file system cannot load data.
struct SearchIndex {
  private struct Entry {
    let path: String
    let title: String
    let context: String
  }

  private var entries: [Entry] = []
  private var places: [String: [Int]] = [:]

  /// Adds the sections of a page: the page itself if it is a section of a chapter, otherwise a part for each heading of the
  /// second level.
  mutating func add(_ page: SitePage) {
    let anchors = page.document.anchors
    for index in page.range {
      let block = page.document.blocks[index]
      if index == page.range.lowerBound {
        begin(page.path, page.title, page.document.title)
      } else if page.chapter == nil, case .heading(2, let text) = block.content {
        begin("\(page.path)#\(anchors[index] ?? "")", text.plain, page.document.title)
      }
      for text in block.texts { add(text.plain) }
      if case .code(let code) = block.content { code.lines.forEach { add($0) } }
    }
  }

  private mutating func begin(_ path: String, _ title: String, _ context: String) {
    entries.append(Entry(path: path, title: title, context: title == context ? "" : context))
  }

  private mutating func add(_ text: String) {
    let place = entries.count - 1
    var word: [UInt8] = []
    for byte in Array(text.utf8) + [0x20] {
      switch byte {
      case 0x41...0x5A: word.append(byte + 0x20)
      case 0x30...0x39, 0x61...0x7A, 0x80...: word.append(byte)
      default:
        if word.count > 1 {
          let text = String(decoding: word, as: UTF8.self)
          if places[text]?.last != place { places[text, default: []].append(place) }
        }
        word.removeAll(keepingCapacity: true)
      }
    }
  }

  /// `bookIndex = {pages: [[path, title, document] …], words: "word place step … \n …"}`: the number of the first page of
  /// a word and the steps to the next ones, in base 36.
  func script() throws -> String {
    let pages = try JSONEncoder.ofBook.encode(entries.map { [$0.path, $0.title, $0.context] })
    let words = places.keys.sorted().map { word in
      let places = places[word, default: []]
      let steps = zip(places, [0] + places).map { String($0 - $1, radix: 36) }
      return ([word] + steps).joined(separator: " ")
    }
    let list = try JSONEncoder.ofBook.encode(words.joined(separator: "\n"))
    return "window.bookIndex = {\n\"pages\": \(String(decoding: pages, as: UTF8.self)),\n"
      + "\"words\": \(String(decoding: list, as: UTF8.self))\n};\n"
  }
}

extension JSONEncoder {
  /// Encodes the same bytes for the same value.
  static var ofBook: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
