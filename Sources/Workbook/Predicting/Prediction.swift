import Foundation
internal import Terminal

/// Pages whose lines a reader predicts: `((question answer line remark?)* sum)*`.
///
/// The lines come from a complete run. If the run waited for answers, the page would hold its locks
/// and transactions, and its time limits would pass.
///
/// Standard output receives the lines, and standard error everything else.
@MainActor
final class Prediction {
  private let console: Console
  private let pages: [Page]
  private let program: URL
  /// The lines of the pages that have run, without blank ones.
  private var linesOfPages: [String: [LineTokens]] = [:]
  private var scores: [PredictionScore] = []
  private var hasEnded = false

  init(on console: Console, pages: [Page], program: URL) {
    self.console = console
    self.pages = pages
    self.program = program
    say(
      """
      Type the line that you expect next. ? offers choices, Return alone shows the line, q prints \
      the rest of the page, and Ctrl-D ends the questions. White space makes no difference.
      """)
  }

  /// Asks for each line of a page that has run, and prints it; then prints the score. A blank line
  /// is printed without a question, and so are all lines after `q`, after the end of the input, and
  /// after a failure of the output.
  func play(_ recorded: [String], of page: Page, to output: Output) async {
    let lines = LineTokens.all(in: recorded)
    linesOfPages[page.slug] = lines
    var score = PredictionScore(total: lines.count)
    var isAsking = !hasEnded
    for text in recorded.flatMap(\.singleLines) {
      guard isAsking, !LineTokens(text).isBlank, output.failure == nil else {
        output.line(text)
        continue
      }
      let index = score.asked
      let answer = await answer(at: index, in: lines, of: page)
      output.line(text)
      switch answer {
      case .guess(let guess, let isChoice):
        remark(on: guess, at: index, in: lines, explaining: score.firstWrong == nil)
        score.count(isRight: guess == lines[index], isChoice: isChoice)
      case .show: score.asked += 1
      case .rest: isAsking = false
      case .end: (isAsking, hasEnded) = (false, true)
      }
    }
    guard !hasEnded || score.asked > 0, output.failure == nil else { return }
    say("\(page.slug): \(score.sentence)")
    scores.append(score)
  }

  func finish() {
    guard scores.count > 1 else { return }
    let total = scores.reduce(into: PredictionScore()) { $0.add($1) }
    say("\(scores.count) pages: \(total.sentence)")
  }

  private func say(_ text: String) {
    for line in text.wrapped(to: width) { console.complain(line) }
  }

  private var width: Int { min(console.columns(), 80) }
}

extension Prediction {
  private enum Answer {
    case guess(LineTokens, isChoice: Bool)
    case show, rest, end
  }

  private func answer(at index: Int, in lines: [LineTokens], of page: Page) async -> Answer {
    var choices: LineChoices?
    // The question is about the facts, not about their wording.
    if lines[index].hasSeveralFacts {
      choices = await self.choices(at: index, of: page)
      choices?.shown.forEach(console.complain)
    }
    while true {
      let range = choices.map { " (\($0.range))" } ?? ""
      guard let typed = console.ask?("line \(index + 1) of \(lines.count)\(range): ") else {
        console.complain("")
        return .end
      }
      let guess = LineTokens(typed)
      switch guess.text {
      case "": return .show
      case "q", "Q": return .rest
      case "?":
        choices = await self.choices(at: index, of: page)
        let shown = choices?.shown ?? ["  there is no other line to choose from"]
        shown.forEach(console.complain)
      default:
        if let chosen = choices?[guess.text] { return .guess(chosen, isChoice: true) }
        // A letter that is not among the choices is a slip.
        if choices == nil || guess.text.count > 1 { return .guess(guess, isChoice: false) }
      }
    }
  }

  private func choices(at index: Int, of page: Page) async -> LineChoices? {
    await runOtherPages()
    let others = linesOfPages.filter { $0.key != page.slug }.flatMap(\.value)
    return PlausibleLines(
      page: linesOfPages[page.slug, default: []], slug: page.slug, others: others
    ).choices(at: index)
  }

  /// Without the options of the command line, so that no server is asked for a choice. A page that
  /// fails has the lines before its error.
  private func runOtherPages() async {
    let others = pages.filter { linesOfPages[$0.slug] == nil }
    guard !others.isEmpty else { return }
    console.complain("  running the chapter's other pages to find choices …")
    // Input that is typed meanwhile cannot answer choices that are not shown yet.
    defer { console.discardInput() }
    for page in others {
      let transcript = Transcript(program: program) { _ in }
      try? await page.run(printingTo: transcript)
      linesOfPages[page.slug] = LineTokens.all(in: transcript.recording.lines)
    }
  }

  /// Prints a remark and, if `explaining`, the difference.
  private func remark(
    on guess: LineTokens, at index: Int, in lines: [LineTokens], explaining: Bool
  ) {
    guard guess != lines[index] else { return console.complain("  right") }
    if lines[index...].contains(guess) {
      console.complain("  wrong: that line comes later")
    } else if let earlier = lines[..<index].lastIndex(of: guess) {
      console.complain("  wrong: that was line \(earlier + 1)")
    } else {
      console.complain("  wrong")
    }
    guard explaining else { return }
    let difference = LineDifference(printed: lines[index], guess: guess)
    difference.lines(width: width).forEach(console.complain)
  }
}

extension LineTokens {
  /// The lines of printed texts, without blank ones.
  fileprivate static func all(in texts: [String]) -> [LineTokens] {
    texts.flatMap(\.singleLines).map { LineTokens($0) }.filter { !$0.isBlank }
  }
}

extension String {
  /// The lines of a printed text, which may have line breaks.
  fileprivate var singleLines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// The score of a page, or of several.
struct PredictionScore {
  var total = 0
  /// The number of lines that were guessed or shown.
  var asked = 0
  private(set) var predicted = 0
  /// The number of predicted lines that were picked by letter.
  private(set) var chosen = 0
  /// The number of the first line that was predicted wrongly.
  private(set) var firstWrong: Int?

  mutating func count(isRight: Bool, isChoice: Bool) {
    asked += 1
    if isRight { predicted += 1 } else { firstWrong = firstWrong ?? asked }
    if isRight, isChoice { chosen += 1 }
  }

  mutating func add(_ other: PredictionScore) {
    total += other.total
    asked += other.asked
    predicted += other.predicted
    chosen += other.chosen
  }

  /// `7 of 9 lines predicted, 2 of them from the choices; the first wrong one was line 4`.
  var sentence: String {
    guard asked > 0 else { return total == 0 ? "no line to predict" : "no line predicted" }
    var parts = ["\(predicted) of \(asked) \(asked == 1 ? "line" : "lines") predicted"]
    if chosen > 0 { parts[0] += ", \(chosen) of them from the choices" }
    if let firstWrong { parts.append("the first wrong one was line \(firstWrong)") }
    if asked < total { parts.append("\(total - asked) not asked") }
    return parts.joined(separator: "; ")
  }
}
