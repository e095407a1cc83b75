import Exercising
import Foundation

/// Keeps all its names. Each reader has a position in that list.
final class ObservableName: NameRequirements {
  fileprivate struct Reader {
    let read: (NameEvent) -> Void
    var position: Int
  }

  private var history: [String]
  private var readers: [UUID: (order: Int, reader: Reader)] = [:]
  private var readerCount = 0
  private var isReading = false

  init(_ name: String) { history = [name] }

  var name: String {
    get { history[history.count - 1] }
    set {
      history.append(newValue)
      if isReading { return }
      isReading = true
      defer { isReading = false }
      while let id = nextReader() { advance(id) }
    }
  }

  /// The first reader that was added, among the readers with the lowest position.
  private func nextReader() -> UUID? {
    readers.filter { $0.value.reader.position < history.count }
      .min {
        ($0.value.reader.position, $0.value.order) < ($1.value.reader.position, $1.value.order)
      }?.key
  }

  private func advance(_ id: UUID) {
    guard let reader = readers[id]?.reader else { return }
    readers[id]?.reader.position += 1
    let (old, new) = (history[reader.position - 1], history[reader.position])
    reader.read(.change(old: old, new: new))
  }

  fileprivate func add(_ read: @escaping (NameEvent) -> Void) -> UUID {
    let id = UUID()
    readerCount += 1
    readers[id] = (readerCount, Reader(read: read, position: history.count))
    return id
  }

  fileprivate func remove(_ id: UUID) { readers[id] = nil }
}

final class Binding: BindingRequirements {
  private var place: (name: ObservableName, id: UUID)?

  init() {}

  deinit { unbind() }

  func bind(to name: ObservableName, _ handler: @escaping (NameEvent) -> Void) {
    unbind()
    place = (name, name.add(handler))
    handler(.now(name.name))
  }

  func unbind() {
    if let place { place.name.remove(place.id) }
    place = nil
  }
}
