public import Foundation
internal import Processes

/// The content of the file: a name and the mean of the marks.
public struct Student: Codable, Equatable, Sendable, CustomStringConvertible {
  public var name: String
  /// The mean mark. It may be `nan`, which JSON cannot represent.
  public var mark: Double

  public init(name: String, mark: Double) {
    self.name = name
    self.mark = mark
  }

  public var description: String { "\(name) \(mark)" }
}

/// A file could not be read or written.
public enum StudentFileError: String, Error, CustomStringConvertible, LocalizedError {
  /// The file does not contain a student.
  case notAStudent = "not a student"
  case cannotRead = "cannot read"
  case cannotWrite = "cannot write"
  /// JSON cannot represent the value.
  case cannotEncode = "cannot encode"

  public var description: String { rawValue }

  public var errorDescription: String? { "The file of the student: \(self)." }
}

/// The requirements of the exercise FileProvider.
public protocol FileProviderRequirements {
  /// - Parameter url: The location of the file. Neither the file nor its folder needs to exist.
  init(url: URL)

  /// The student in the file, or nil without a file.
  func get() throws(StudentFileError) -> Student?

  /// Replaces the file with the student as JSON, or removes it for nil.
  func set(_ student: Student?) throws(StudentFileError)
}

/// A student in a file, which other programs use too. `spoil` takes any word as the content.
public struct FileProviderScene<Provider: FileProviderRequirements>: Scene {
  public static var forms: StepForms {
    [
      "open school/student.json": "makes a provider for the file at that path.",
      "get; set ann 2.7; set nil": nil,
      "look": "reports what is at the file's path and beside it.",
      "relaunch": "makes a new provider for the same file.",
      "outside bob 3.1; outside nil": "writes the file, as another program does.",
      "spoil half; spoil empty; spoil list; spoil rubbish": "damages the file.",
      "folder": "replaces the file with a folder.",
      "lock": "replaces the file with something that cannot be read.",
      "hold": "opens the file, as another program does.",
      "read-held": "reads the opened file to its end, and reports what was at its path meanwhile.",
    ]
  }

  private var opened: (file: SceneFile, provider: Provider)?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb == "open" {
      let file = try SceneFile(try step.argument(0))
      opened = (file, Provider(url: file.url))
      return
    }
    let (file, provider) = try opened.orFail("“\(step)” comes before a file was opened")
    switch step.verb {
    case "get":
      events.send(orError: "error: ") { "got \(try provider.get()?.description ?? "nil")" }
    case "set":
      let student = try step.student()
      events.send(orError: "error: ") {
        try provider.set(student)
        return "done"
      }
    case "relaunch": opened?.provider = Provider(url: file.url)
    case "look": events.send(file.contents)
    case "read-held": events.send(file.readHeld())
    default:
      do { try file.use(step) } catch let failure as SceneFailure { throw failure } catch {
        events("the other program finds no such file")
      }
    }
  }
}

extension Step {
  /// The student of the step `set ann 2.7`, or nil of `set nil`.
  fileprivate func student() throws(SceneFailure) -> Student? {
    let name = try argument(0)
    if name == "nil" { return nil }
    return Student(name: name, mark: try Double(try argument(1)).orFail("“\(self)” has no mark"))
  }
}

/// The file of a scene, in a folder that is removed with this object.
final class SceneFile {
  private let files = FileManager.default
  private let folder: URL
  let url: URL
  private var held: FileHandle?
  private var history: PathHistory?

  /// Creates the folder, but neither the file at a path in it nor the file's parent.
  init(_ path: String) throws(SceneFailure) {
    folder = TemporaryDirectory.url.appending(path: "scene-\(UUID().uuidString)")
    url = folder.appending(path: path)
    do { try files.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
      throw SceneFailure("the scene cannot create its folder: \(error)")
    }
  }

  deinit { try? files.removeItem(at: folder) }

  /// The contents of the file and of its folder, as events.
  var contents: [String] {
    let parent = url.deletingLastPathComponent().path
    guard files.fileExists(atPath: parent) else { return ["no folder"] }
    let others = ((try? files.contentsOfDirectory(atPath: parent)) ?? [])
      .filter { $0 != url.lastPathComponent }.sorted()
    let beside = others.isEmpty ? [] : ["beside the file: \(others.joined(separator: ", "))"]
    guard files.fileExists(atPath: url.path) else { return ["no file"] + beside }
    if let inside = try? files.contentsOfDirectory(atPath: url.path) {
      return ["a folder with \(inside.count) file"] + beside
    }
    return ["file: \(Self.student(try? Data(contentsOf: url)))"] + beside
  }

  /// Uses the file as another program. Throws ``SceneFailure``, or another error if something else
  /// is at the file's path.
  func use(_ step: Step) throws {
    switch step.verb {
    case "outside":
      guard let student = try step.student() else { return try files.removeItem(at: url) }
      try makeParent()
      try JSONEncoder().encode(student).write(to: url, options: .atomic)
    case "spoil":
      let kind = try step.argument(0)
      try makeParent()
      let whole = try JSONEncoder().encode(Student(name: "ann", mark: 1))
      let spoilt = [
        "half": whole.prefix(whole.count / 2), "empty": Data(), "list": Data("[1, 2]".utf8),
      ]
      try (spoilt[kind] ?? Data(kind.utf8)).write(to: url)
    case "folder": try becomeFolder()
    case "lock": try lock()
    case "hold":
      held = try FileHandle(forReadingFrom: url)
      history = PathHistory(url)
    default: throw step.unknown
    }
  }

  private func becomeFolder() throws {
    try? files.removeItem(at: url)
    try files.createDirectory(at: url, withIntermediateDirectories: true)
    try Data("notes".utf8).write(to: url.appending(path: "notes"))
  }

  /// Replaces the file with a socket, which no program can open for reading.
  private func lock() throws {
    try? files.removeItem(at: url)
    // Root can read a file without permissions, but not a socket.
    #if os(Linux)
      if mknod(url.path, S_IFSOCK, 0) != 0 { throw CocoaError(.fileWriteUnknown) }
    #else
      if geteuid() == 0 { return try becomeFolder() }
      try Data().write(to: url)
      try files.setAttributes([.posixPermissions: 0], ofItemAtPath: url.path)
    #endif
  }

  /// Reads the opened file to its end, and reports the states of its path until it was replaced.
  func readHeld() -> [String] {
    defer { (held, history) = (nil, nil) }
    let gaps = files.fileExists(atPath: url.path) ? history?.gaps() ?? [] : []
    return ["the old file: \(Self.student(try? held?.readToEnd()))"]
      + gaps.map { "for a moment there was \($0)" }
  }

  private func makeParent() throws {
    try files.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
  }

  private static func student(_ data: Data?) -> String {
    data.flatMap { try? JSONDecoder().decode(Student.self, from: $0) }?.description
      ?? "not a student"
  }
}
