/// Where a path leads, and the directory entries by which it may come to lead elsewhere.
///
/// These are the symbolic links on the way and the file itself, or the first name that is missing. A directory above
/// that is renamed is not among them.
struct ResolvedPath: Equatable, Sendable {
  /// A name in a directory.
  struct Place: Equatable {
    let directory: String
    /// Distinguishes the directory from another one that takes its place.
    let identity: FileFingerprint.Identity
    /// Nil for anything in it.
    let name: String?
    /// Whether this is the file itself.
    let isFile: Bool

    init(_ directory: String, _ name: String?, isFile: Bool = false) {
      self.directory = directory
      identity = FileFingerprint(of: directory).identity
      self.name = name
      self.isFile = isFile
    }
  }

  private(set) var places: [Place] = []
  /// Where the file itself is, behind symbolic links; it need not exist yet.
  private(set) var destination: String
  /// Why there can be no file, whatever is made or removed, or why it cannot be looked up.
  private(set) var refusal: SystemError?

  /// Follows the path as far as it leads.
  init(_ path: String) {
    var directory = path.hasPrefix("/") ? "/" : "."
    var names = Self.namesFromTheEnd(of: path)
    var linkCount = 0
    destination = directory
    refusal = path.hasSuffix("/") ? .isDirectory : nil
    while let name = names.popLast() {
      destination = directory.appendingPath(name)
      do throws(SystemError) {
        if let link = try File.link(at: destination) {
          // What the system links in the root directory, such as `/var` on macOS, stays as it is.
          if directory != "/" || names.isEmpty { places.append(Place(directory, name)) }
          linkCount += 1
          // The number of links that Linux follows.
          guard linkCount < 40 else {
            refusal = .linkLoop
            return
          }
          if names.isEmpty, link.hasSuffix("/") { refusal = .isDirectory }
          names += Self.namesFromTheEnd(of: link)
          if link.hasPrefix("/") { directory = "/" }
        } else {
          if names.isEmpty { addFile(name, in: directory) }
          directory = destination
        }
      } catch {
        add(error, at: name, in: directory, isLast: names.isEmpty)
        for rest in names.reversed() { destination = destination.appendingPath(rest) }
        return
      }
    }
  }

  /// The file that a write through the path replaces.
  ///
  /// - Throws: ``refusal``
  static func destination(of path: String) throws(SystemError) -> String {
    if path.hasSuffix("/") { throw .isDirectory }
    guard (try? File.link(at: path)) != nil else { return path }
    let resolved = ResolvedPath(path)
    if let refusal = resolved.refusal { throw refusal }
    return resolved.destination
  }

  private mutating func addFile(_ name: String, in directory: String) {
    places.append(Place(directory, name, isFile: true))
    #if canImport(Darwin)
      // There the events of a directory leave out writes into its files.
      places.append(Place(destination, nil, isFile: true))
    #endif
  }

  private mutating func add(
    _ error: SystemError, at name: String, in directory: String, isLast: Bool
  ) {
    if error == .belowFile {
      // A file stands where the directory should be; it may be replaced by one.
      let (parent, file) = directory.splitPath
      places.append(Place(parent, file))
    } else {
      places.append(Place(directory, name, isFile: isLast))
    }
    if error != .belowFile, error != .notFound { refusal = error }
  }

  private static func namesFromTheEnd(of path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map { String($0) }
  }
}
