import Foundation
import Observation
import TestSupport
import Testing

@testable import Chapter_StorageChain

/// An actor with a value in memory and in a file.
private actor StoredValue<Value: Codable & Sendable> {
  private let file: URL
  private var cached: Value?

  init(file: URL) { self.file = file }

  func value() throws -> Value {
    if let cached { return cached }
    let value = try JSONDecoder().decode(Value.self, from: Data(contentsOf: file))
    cached = value
    return value
  }

  func set(_ value: Value) throws {
    try JSONEncoder().encode(value).write(to: file, options: .atomic)
    cached = value
  }
}

/// A value with its own change callback.
private final class Sensor {
  var degrees = 20 { didSet { onChange() } }
  var onChange: () -> Void = {}
}

/// An observable computed property.
@Observable
private final class Thermometer {
  private let sensor: Sensor

  init(sensor: Sensor) {
    self.sensor = sensor
    sensor.onChange = { [weak self] in self?.withMutation(keyPath: \.degrees) {} }
  }

  var degrees: Int {
    access(keyPath: \.degrees)
    return sensor.degrees
  }
}

struct `A property over a value elsewhere, today` {
  @Test
  func `notifies once for each tracked read`() {
    let recorder = Recorder<String>()
    let sensor = Sensor()
    let thermometer = Thermometer(sensor: sensor)
    func look() {
      withObservationTracking {
        recorder.record("shows \(thermometer.degrees)")
      } onChange: {
        recorder.record("notified")
      }
    }
    look()
    sensor.degrees = 21
    sensor.degrees = 22
    look()
    let lines = recorder.entries
    #expect(lines == ["shows 20", "notified", "shows 22"])
  }
}

struct `A value in memory and in a file, today`: ~Copyable {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("today") }

  @Test
  func `is available at the next launch, and survives a failed write`() async throws {
    let file = folder.url.appending(path: "students/student.json")
    let store = StoredValue<Student>(file: file)
    await #expect(throws: CocoaError.self) { try await store.set(.ann) }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try await store.set(.ann)
    let relaunched = try await StoredValue<Student>(file: file).value()
    #expect(relaunched == .ann)
    try FileManager.default.removeItem(at: file.deletingLastPathComponent())
    await #expect(throws: CocoaError.self) { try await store.set(.bob) }
    let kept = try await store.value()
    #expect(kept == .ann)
  }
}
