internal import Foundation
internal import LayeredStorage

/// Files that are watched, through the system's own events: `next* end`.
final class SaveWatch: @unchecked Sendable {
  // Unchecked because `changed` and `hasEnded` are reached under `condition` only; the rest never changes.
  private let condition = NSCondition()
  private var changed: Set<String> = []
  private var hasEnded = false
  private let providers: [FileProvider<Data>]
  private var registrations: [ChangeRegistration] = []

  /// Starts watching.
  init(_ files: [(name: String, file: URL)]) {
    providers = files.map { FileProvider(url: $0.file) }
    registrations = zip(files, providers).map { file, provider in
      provider.valueBeModifiedHandlers.add { [weak self] in self?.note(file.name) }
    }
  }

  /// Why a file is not watched, in a sentence.
  var trouble: String? {
    providers.lazy.compactMap { provider in
      // The content is no JSON and need not be; whether it is watched is what is asked.
      guard let error = Self.failure({ _ = try provider.getValue() }) as? FileProviderError,
        case .cannotWatch = error.cause
      else { return nil }
      return error.description
    }
    .first
  }

  /// Waits until files have changed since the last call.
  ///
  /// - Returns: their names; nil after the end.
  func next() -> Set<String>? {
    condition.lock()
    defer { condition.unlock() }
    while changed.isEmpty, !hasEnded { condition.wait() }
    defer { changed = [] }
    return hasEnded ? nil : changed
  }

  /// Lets whoever waits go.
  func end() {
    condition.lock()
    defer { condition.unlock() }
    hasEnded = true
    condition.broadcast()
  }

  private func note(_ name: String) {
    condition.lock()
    defer { condition.unlock() }
    changed.insert(name)
    condition.broadcast()
  }

  private static func failure(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }
}
