internal import Foundation

extension ExerciseVerifier {
  /// Whether the task has its form, its hints lead to headings in Docs, and all misconceptions and variants are there.
  func task() -> Finding {
    finding(.task, "", trouble: taskTrouble())
  }

  private func taskTrouble() -> String {
    do {
      let page = try TaskPage(file: package.task(exercise))
      let title = "\(exercise.name): \(exercise.title)"
      guard page.title == title else { return "The task's title is not “\(title)”." }
      for hint in page.hints {
        if let trouble = trouble(with: hint) { return trouble }
      }
      let variants = try Variants(file: package.variants(exercise))
      let names = Set(variants.misconceptions.map(\.name))
      let lonely = exercise.misconceptions.first { !names.contains($0.name) }
      if let lonely { return "No variant shows the misconception “\(lonely.name)”." }
      guard variants.wrong.count == 10, variants.misconceptions.count >= 3 else {
        return "Ten wrong variants and three misconceptions are needed: there are "
          + "\(variants.wrong.count) and \(variants.misconceptions.count)."
      }
      return ""
    } catch { return "\(error)" }
  }

  private func trouble(with hint: TaskPage.Hint) -> String? {
    let parts = hint.link.split(separator: "#", maxSplits: 1).map(String.init)
    let docs = package.url.appending(path: "Docs").standardizedFileURL.path
    guard parts.count == 2 else { return "A hint's link has no anchor: \(hint.link)" }
    let file = package.task(exercise).deletingLastPathComponent().appending(path: parts[0])
      .standardizedFileURL
    guard file.path.hasPrefix(docs + "/"),
      let text = try? String(contentsOf: file, encoding: .utf8)
    else { return "A hint's link does not lead to a page in Docs: \(hint.link)" }
    return MarkdownPage(text).anchors.contains(parts[1])
      ? nil : "A hint's link leads to no heading: \(hint.link)"
  }
}
