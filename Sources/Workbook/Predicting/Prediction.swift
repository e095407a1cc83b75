import Foundation
internal import Terminal

/// Pages whose lines a reader predicts: `((question answer line remark?)* sum)*`.
///
/// The lines come from a complete run, which has later lines for the choices. If the run waited for
/// answers, the page would hold its locks and transactions, and its time limits would pass.
///
/// Standard output receives the lines, and standard error everything else.
@MainActor
final class Prediction {
  private let console: Console
  private let ask: @Sendable (String) -> String?
  private let pages: [Page]
  private let program: URL
  private var linesOfPages: [String: [LineTokens]] = [:]
  /// Created at a page's first request for choices.
  private var plausible: [String: PlausibleLines] = [:]
  private var scores: [PredictionScore] = []
  private var hasEnded = false

  /// `ask` shows a prompt and returns an answer, or nil at the end of the input.
  init(
    on console: Console, asking ask: @escaping @Sendable (String) -> String?, pages: [Page],
    program: URL
  ) {
    self.console = console
    self.ask = ask
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
    let texts = recorded.flatMap(\.singleLines)
    let lines = texts.map { LineTokens($0) }
    linesOfPages[page.slug] = lines.filter { !$0.isBlank }
    var score = PredictionScore(total: lines.count { !$0.isBlank })
    var isAsking = !hasEnded
    for (text, line) in zip(texts, lines) {
      guard isAsking, !line.isBlank, output.failure == nil else {
        output.line(text)
        continue
      }
      let answer = await answer(at: score.asked, of: page)
      output.line(text)
      switch answer {
      case .guess(let guess, let isChoice):
        remark(on: guess, at: score.asked, of: page, explaining: score.firstWrong == nil)
        score.count(isRight: guess == line, isChoice: isChoice)
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

  /// The width of the terminal, at most 80.
  private var width: Int { min(console.columns(), 80) }
}

extension Prediction {
  private enum Answer {
    case guess(LineTokens, isChoice: Bool)
    case show
    case rest
    case end
  }

  private func answer(at index: Int, of page: Page) async -> Answer {
    let lines = linesOfPages[page.slug, default: []]
    var choices: LineChoices?
    var hasAsked = false
    // The question is about the facts, not about their wording.
    if lines[index].hasSeveralFacts {
      choices = await self.choices(at: index, of: page)
      choices?.shown.forEach(console.complain)
    }
    while true {
      let range = choices.map { " (\($0.range))" } ?? ""
      guard let typed = ask("line \(index + 1) of \(lines.count)\(range): ") else {
        console.complain("")
        return .end
      }
      let guess = LineTokens(typed)
      switch guess.text {
      case "" where typed != typed.withoutKeys:
        console.complain("  that was a key; Return alone shows the line")
      case "": return .show
      case "q", "Q": return .rest
      case let text where text.allSatisfy { $0 == "?" } && !lines.contains(guess):
        choices = await self.choices(at: index, of: page)
        hasAsked = true
        let shown = choices?.shown ?? ["  there is no other line to choose from"]
        shown.forEach(console.complain)
      default:
        guard let choices else { return .guess(guess, isChoice: false) }
        if let chosen = choices[guess.text] { return .guess(chosen, isChoice: true) }
        // A letter that is not among the choices, unless the page prints lines of one letter.
        let isSlip = guess.text.count == 1 && lines.allSatisfy { $0.text.count > 1 }
        if !isSlip { return .guess(guess, isChoice: hasAsked) }
      }
    }
  }

  private func choices(at index: Int, of page: Page) async -> LineChoices? {
    if plausible[page.slug] == nil {
      await runOtherPages()
      plausible[page.slug] = PlausibleLines(
        page: linesOfPages[page.slug, default: []], slug: page.slug,
        others: knownPages(but: page).flatMap(\.lines))
    }
    return plausible[page.slug]?.choices(at: index)
  }

  /// Runs the chapter's pages that have not run yet, without the options of the command line, so
  /// that no server is asked for a choice. A page that fails has the lines before its error.
  private func runOtherPages() async {
    let others = pages.filter { linesOfPages[$0.slug] == nil }
    if !others.isEmpty { console.complain("  running the chapter's other pages to find choices …") }
    // Input that is typed meanwhile cannot answer choices that are not shown yet.
    defer { console.discardInput() }
    for page in others {
      let transcript = Transcript(program: program) { _ in }
      try? await page.run(printingTo: transcript)
      linesOfPages[page.slug] = transcript.recording.lines.flatMap(\.singleLines)
        .map { LineTokens($0) }.filter { !$0.isBlank }
    }
  }

  private func knownPages(but current: Page) -> [(slug: String, lines: [LineTokens])] {
    pages.filter { $0.slug != current.slug }.compactMap { page in
      linesOfPages[page.slug].map { (page.slug, $0) }
    }
  }

  /// Prints a remark on a guess and, if `explaining`, the difference.
  private func remark(on guess: LineTokens, at index: Int, of page: Page, explaining: Bool) {
    let lines = linesOfPages[page.slug, default: []]
    guard guess != lines[index] else { return console.complain("  right") }
    if lines[index...].contains(guess) {
      console.complain("  wrong: that line comes later")
    } else if let earlier = lines[..<index].lastIndex(of: guess) {
      console.complain("  wrong: that was line \(earlier + 1)")
    } else if let other = knownPages(but: page).first(where: { $0.lines.contains(guess) }) {
      console.complain("  wrong: \(other.slug) prints that line")
    } else {
      console.complain("  wrong")
    }
    guard explaining else { return }
    let difference = LineDifference(printed: lines[index], guess: guess)
    difference.lines(width: width).forEach(console.complain)
  }
}

extension String {
  /// The lines of a printed text, which may have line breaks.
  fileprivate var singleLines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// The score of the predicted lines of a page, or of several.
struct PredictionScore {
  /// The number of lines.
  var total = 0
  /// The number of lines that were guessed or shown.
  var asked = 0
  private var predicted = 0
  /// The number of predicted lines that were found among choices.
  private var chosen = 0
  /// The number of the first line that was predicted wrongly.
  private(set) var firstWrong: Int?

  init(total: Int = 0) { self.total = total }

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
