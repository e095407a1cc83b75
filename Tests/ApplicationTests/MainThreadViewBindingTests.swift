import Application
import Concurrency
import Foundation
import Observing
import TestSupport
import Testing

/// Views receive values on the main thread only.
@Suite(.serialized, .timeLimit(.minutes(60)))
struct `A view binding on the main thread` {
  let name = ObservableValue("Jake")

  /// Set on the main queue only.
  static let mainKey = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// A control that records each text with the thread on which it is shown.
  final class MainLabel: Sendable {
    let binding = ViewBinding(on: .main)
    let shown: AsyncStream<String>
    private let texts: AsyncStream<String>.Continuation

    init() { (shown, texts) = AsyncStream.makeStream(of: String.self) }

    func bind(to value: ObservableValue<String>) {
      binding.bind(self, to: value) { label, text in
        let isMain =
          DispatchQueue.getSpecific(key: `A view binding on the main thread`.mainKey) ?? false
        label.texts.yield(isMain ? text : "\(text), not on the main thread")
      }
    }

    /// The texts that were shown, up to this one.
    func shown(until last: String) async -> [String] {
      var texts: [String] = []
      for await text in shown {
        texts.append(text)
        if text.hasPrefix(last) { break }
      }
      return texts
    }
  }

  @Test
  @MainActor
  func `shows a change of the main thread before the change returns`() async {
    let label = MainLabel()
    let texts = Locked<[String]>([])
    label.binding.bind(label, to: name) { _, text in texts.withLock { $0.append(text) } }
    let first = texts.withLock { $0 }
    name.value = "Taylor"
    let second = texts.withLock { $0 }
    #expect(first == ["Jake"])
    #expect(second == ["Jake", "Taylor"])
  }

  @Test
  func `shows what other threads change on the main thread, in order`() async {
    let label = MainLabel()
    let (bound, isBound) = AsyncStream.makeStream(of: Void.self)
    Thread { [name] in
      label.bind(to: name)
      for number in 1...200 { name.value = "\(number)" }
      name.value = "last"
      isBound.finish()
    }.start()
    for await _ in bound {}
    let shown = await label.shown(until: "last")
    #expect(shown == ["Jake"] + (1...200).map { "\($0)" } + ["last"])
  }

  @Test
  @MainActor
  func `shows what the main thread and another change at once in one order`() async {
    let label = MainLabel()
    label.bind(to: name)
    let changes = Locked<[String]>(["Jake"])
    let record = name.observe { change in changes.withLock { $0.append(change.new) } }
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    Thread { [name] in
      for number in 0..<300 { name.value = "other \(number)" }
      end.finish()
    }.start()
    for number in 0..<300 { name.value = "main \(number)" }
    for await _ in ends {}
    name.value = "last"
    let shown = await label.shown(until: "last")
    let expected = changes.withLock { $0 }
    #expect(shown == expected)
    #expect(shown.count == 602)
    record.end()
  }
}
