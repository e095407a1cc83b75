internal import Foundation
internal import LayeredStorage

/// Progress as it is kept in `.workbook/progress.json`.
///
/// It is a convenience: what goes wrong with it is told, and stops nobody from working. A file that is
/// there and cannot be understood is put aside before another one takes its place.
struct ProgressFile {
  private let url: URL
  private let provider: FileProvider<LearnerProgress?>
  private let complain: @Sendable (String) -> Void

  init(in folder: URL, complain: @escaping @Sendable (String) -> Void) {
    url = folder.appending(path: "progress.json")
    provider = FileProvider(url: url)
    self.complain = complain
  }

  /// What is known; a learner who is new has a progress like any other.
  func load() -> LearnerProgress {
    do {
      return try provider.getValue() ?? LearnerProgress()
    } catch let error as FileProviderError {
      guard case .corrupt(_, let details) = error.cause else { return told(error.description) }
      return putAside(because: details)
    } catch {
      return told("\(error)")
    }
  }

  /// Reads it, changes it, and writes it.
  func update(_ change: (inout LearnerProgress) -> Void) {
    var progress = load()
    change(&progress)
    do {
      try provider.setValue(progress)
    } catch {
      complain("progress is not kept: \(error)")
    }
  }

  private func told(_ sentence: String) -> LearnerProgress {
    complain("progress is not known: \(sentence)")
    return LearnerProgress()
  }

  private func putAside(because details: String) -> LearnerProgress {
    let folder = url.deletingLastPathComponent()
    let free = (1...).lazy.map { folder.appending(path: "progress-unreadable-\($0).json") }
      .first { !FileManager.default.fileExists(atPath: $0.path) }
    guard let place = free else { return LearnerProgress() }
    do {
      try FileManager.default.moveItem(at: url, to: place)
      complain(
        "\(url.path) cannot be understood (\(details)); it is \(place.lastPathComponent) now, and "
          + "progress begins anew")
    } catch {
      complain("\(url.path) cannot be understood (\(details)), nor put aside: \(error)")
    }
    return LearnerProgress()
  }
}
