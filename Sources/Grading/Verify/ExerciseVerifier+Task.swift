internal import Exercising
internal import Foundation
internal import Markdown

extension ExerciseVerifier {
  /// Whether the task is well-formed, its hints lead to headings, no form or variant is missing,
  /// and the solution plays the examples of its scene.
  func task() -> Finding { Finding(exercise.name, .task, problem: taskProblem()) }

  private func taskProblem() -> String {
    do {
      let page = try TaskPage(file: package.task(exercise))
      let title = "\(exercise.name): \(exercise.title)"
      guard page.title == title else { return "The task's title is not “\(title)”." }
      for hint in try package.hints(exercise).parsed(Hint.all) {
        if let problem = problem(with: hint.link) { return "A hint's link \(problem)" }
      }
      for link in page.needs where link.contains("#") {
        if let problem = problem(with: link) { return "A link below “You will need” \(problem)" }
      }
      guard page.needs.contains(where: { $0.contains("/Docs/") && $0.contains("#") }) else {
        return "No link below “You will need” leads to a section in Docs."
      }
      let links = page.task.matches(of: /\]\(([^)#]+)/).map { String($0.output.1) } + page.needs
      let lost = links.map { String($0.prefix { $0 != "#" }) }
        .first { !FileManager.default.fileExists(atPath: linked(to: $0).path) }
      if let lost { return "A link of the task leads nowhere: \(lost)" }
      if exercise.isPrediction { return "" }
      let forms = exercise.forms
      let steps = seeds.lazy.flatMap(exercise.steps)
      if let step = steps.first(where: { !forms.include($0) }) {
        return "The scene's `forms` do not include the step “\(step)”."
      }
      var scene = exercise.reference
      for (example, _) in forms.examples {
        guard let step = Step(example: example) else {
          return "The scene's `forms` have no example."
        }
        do { try scene.take(step, Events { _ in }) } catch {
          return "The example “\(example)” of the scene's `forms` cannot be played: \(error)."
        }
      }
      let variants = try Mistakes(file: package.mistakes(exercise))
      let (known, found) = (exercise.misconceptions.map(\.name), variants.misconceptions)
      for name in known where !found.contains(where: { $0.name == name }) {
        return "No variant shows the misconception “\(name)”."
      }
      for variant in found where variant.help.isEmpty || !known.contains(variant.name) {
        return variant.help.isEmpty
          ? "The misconception “\(variant.name)” has no help."
          : "The catalog has no misconception “\(variant.name)”."
      }
      return variants.wrong.count >= 3
        ? "" : "Three wrong variants are needed: there are \(variants.wrong.count)."
    } catch { return "\(error)" }
  }

  private func linked(to path: String) -> URL {
    package.task(exercise).deletingLastPathComponent().appending(path: path).standardizedFileURL
  }

  private func problem(with link: String) -> String? {
    let parts = link.split(separator: "#", maxSplits: 1).map(String.init)
    let docs = package.url.appending(path: "Docs").standardizedFileURL.path
    guard parts.count == 2 else { return "has no anchor: \(link)" }
    let file = linked(to: parts[0])
    guard file.path.hasPrefix(docs + "/"),
      let text = try? String(contentsOf: file, encoding: .utf8),
      let document = try? Document(path: file.path, text: text)
    else { return "does not lead to a page in Docs: \(link)" }
    return document.anchors.values.contains(parts[1])
      ? nil : "leads to no heading: \(link)"
  }
}
