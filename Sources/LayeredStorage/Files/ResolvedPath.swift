/// The destination of a path, and the directory entries whose change may alter it.
///
/// These entries are the symbolic links on the way and the file itself, or the first missing
/// component. Renamed parent directories are not included.
struct ResolvedPath: Equatable, Sendable {
  struct Place: Equatable {
    let directory: String
    /// Distinguishes the directory from one that replaces it.
    let identity: FileFingerprint.Identity
    /// The name of the entry; nil for any entry.
    let name: String?
    /// Whether the entry is the file itself.
    let isFile: Bool

    init(_ directory: String, _ name: String?, isFile: Bool = false) {
      self.directory = directory
      identity = FileFingerprint(of: directory).identity
      self.name = name
      self.isFile = isFile
    }
  }

  private(set) var places: [Place] = []
  /// The path of the file after following symbolic links; it need not exist.
  private(set) var destination: String
  /// Why the path cannot lead to a file, or why it cannot be resolved.
  private(set) var refusal: SystemError?

  /// Resolves the path as far as it exists.
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
          // The system's links in the root directory, such as `/var` on macOS, do not change.
          if directory != "/" || names.isEmpty { places.append(Place(directory, name)) }
          linkCount += 1
          // The limit of Linux.
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

  /// Returns the path of the file that a write replaces, or throws ``refusal``.
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
      // On Darwin the events of a directory do not include writes to its files.
      places.append(Place(destination, nil, isFile: true))
    #endif
  }

  private mutating func add(
    _ error: SystemError, at name: String, in directory: String, isLast: Bool
  ) {
    if error == .belowFile {
      // A file stands where a directory should be; a directory may replace it.
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
