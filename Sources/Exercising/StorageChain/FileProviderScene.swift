/// A student in a file: `open school/student.json`, `set ann 2.7`, `set nobody`, `get`, `relaunch`.
///
/// `look` tells what the scene itself finds at the file's place and beside it. Other programs are at the file too:
/// `outside bob 3.1` and `outside nobody` write it, `spoil half` damages it (or `empty`, `list`, any word), `folder`
/// puts a folder in its place, `hold` opens it, and `read-held` reads what was opened, to the end.
public struct FileProviderScene<Provider: LearnersFileProvider>: Scene {
  private struct Opened {
    let file: StudentFile
    var provider: Provider
  }

  private var opened: Opened?

  public init() {}

  public mutating func take(_ step: Step, _ events: Events) throws(SceneFailure) {
    if step.verb == "open" {
      let file = try StudentFile(try step.argument(0))
      opened = Opened(file: file, provider: Provider(url: file.url))
      return
    }
    guard let file = opened?.file, let provider = opened?.provider else {
      throw SceneFailure("“\(step)” comes before a file was opened")
    }
    switch step.verb {
    case "get": get(provider, events)
    case "set": set(try student(step), provider, events)
    case "relaunch": opened?.provider = Provider(url: file.url)
    case "look": file.sight.forEach(events.callAsFunction)
    case "outside":
      let student = try student(step)
      other(events) { try file.write(student) }
    case "spoil":
      let kind = try step.argument(0)
      other(events) { try file.spoil(kind) }
    case "folder": other(events) { try file.becomeFolder() }
    case "hold": other(events) { try file.hold() }
    case "read-held": events("the old file: \(file.readHeld())")
    default: throw step.unknown
    }
  }

  private func get(_ provider: Provider, _ events: Events) {
    do throws(FileTrouble) {
      events("got \(try provider.get()?.description ?? "nobody")")
    } catch { events("error: \(error)") }
  }

  private func set(_ student: Student?, _ provider: Provider, _ events: Events) {
    do throws(FileTrouble) {
      try provider.set(student)
      events("done")
    } catch { events("error: \(error)") }
  }

  /// What another program does; tells when it could not, because of what was left at the file's place.
  private func other(_ events: Events, _ body: () throws -> Void) {
    do { try body() } catch { events("the other program does not find such a file") }
  }

  private func student(_ step: Step) throws(SceneFailure) -> Student? {
    let name = try step.argument(0)
    if name == "nobody" { return nil }
    guard let mark = Double(try step.argument(1)) else {
      throw SceneFailure("“\(step)” has no mark")
    }
    return Student(name: name, mark: mark)
  }
}
