/// A name in a directory, where a file is, or will be, or where a link to it is.
struct FilePlace: Hashable {
  let directory: String
  let name: String

  /// The places on which a path depends: each symbolic link on the way, then the file itself, or as far as
  /// the directories exist. A change at any of them may be a change of the file.
  static func all(on path: String) -> [FilePlace] { follow(path).places }

  /// Where the file itself is, behind symbolic links; it need not exist yet.
  static func destination(of path: String) -> String { follow(path).destination }

  private static func follow(_ start: String) -> (places: [FilePlace], destination: String) {
    var places: [FilePlace] = []
    var path = start
    // As many links as Linux follows before it speaks of a circle.
    for _ in 0..<40 {
      let (place, isParent) = nearest(to: path)
      places.append(place)
      guard isParent,
        let link = File.link(at: path)
      else { break }
      path = link.hasPrefix("/") ? link : place.directory.appendingPath(link)
    }
    return (places, path)
  }

  /// The file's own place, or that of the first directory on the way that does not exist.
  private static func nearest(to path: String) -> (place: FilePlace, isParent: Bool) {
    var path = path
    var isParent = true
    while true {
      let (directory, name) = path.splitPath
      if File.isDirectory(directory) || directory == path {
        return (FilePlace(directory: directory, name: name), isParent)
      }
      (path, isParent) = (directory, false)
    }
  }
}

extension String {
  /// The directory and the last name.
  var splitPath: (directory: String, name: String) {
    guard let slash = lastIndex(of: "/") else { return (".", self) }
    let directory = String(self[..<slash])
    return (directory.isEmpty ? "/" : directory, String(self[index(after: slash)...]))
  }

  func appendingPath(_ name: String) -> String { hasSuffix("/") ? self + name : self + "/" + name }
}
