internal import Concurrency
import Foundation
internal import Terminal

/// Pages whose lines a reader predicts: `((question answer line remark?)* sum)*`.
///
/// The lines come from a run that is complete before the first question. If the run waited for each
/// answer, the page would hold its locks, threads, transactions and children while you think, and
/// its time limits would pass. A complete run also has later lines for the choices. A page prints
/// the same in each run, so nothing is lost.
///
/// Standard output receives the lines and nothing else. Questions, choices, remarks and sums go to
/// standard error.
@MainActor
final class Prediction {
  private let console: Console
  private let ask: @Sendable (String) -> String?
  private let pages: [Page]
  private let program: URL
  private var linesOfPages: [String: [LineTokens]] = [:]
  private var scores: [PredictionScore] = []
  private var hasEnded = false

  /// The console receives everything that is not a line of a page. `ask` shows a prompt and returns
  /// an answer, or nil at the end of the input. `pages` are those of the chapter.
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

  /// Asks for each line of a page that has run, and prints it; then prints the score.
  ///
  /// A blank line is printed without a question. So are all others after `q`, after the end of the
  /// input, and after a failure of the output.
  func play(_ recorded: [String], of page: Page, to output: Output) async {
    let lines = recorded.flatMap(\.predictableLines)
    var question = Question(page: page, lines: lines.map(\.tokens).filter { !$0.isBlank })
    linesOfPages[page.slug] = question.lines
    var score = PredictionScore(total: question.lines.count)
    var isAsking = !hasEnded
    for (text, tokens) in lines {
      guard isAsking, !tokens.isBlank, output.failure == nil else {
        output.line(text)
        continue
      }
      let answer = await answer(to: &question)
      output.line(text)
      switch answer {
      case .guess(let guess, let isChoice):
        remark(on: guess, at: question, explaining: score.firstWrong == nil)
        score.count(guess != tokens ? .wrong : isChoice ? .chosen : .typed)
      case .show: score.count(.shown)
      case .rest: isAsking = false
      case .end: (isAsking, hasEnded) = (false, true)
      }
      question.index += 1
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
  /// The line of a page that is asked for.
  private struct Question {
    let page: Page
    let lines: [LineTokens]
    var index = 0
    /// Created at the first request for choices.
    var plausible: PlausibleLines?

    /// Whether a guess is a letter that is not among the shown choices. False if the page prints
    /// lines of one letter.
    func isSlip(_ guess: LineTokens) -> Bool {
      guess.text.count == 1 && lines.allSatisfy { $0.text.count > 1 }
    }
  }

  private enum Answer {
    case guess(LineTokens, isChoice: Bool)
    case show
    case rest
    case end
  }

  private func answer(to question: inout Question) async -> Answer {
    var choices: LineChoices?
    var hasAsked = false
    // The question is about the facts, not about their wording.
    if question.lines[question.index].hasSeveralFacts {
      choices = await self.choices(for: &question)
      choices?.shown.forEach(console.complain)
    }
    while true {
      let range = choices.map { " (\($0.range))" } ?? ""
      let prompt = "line \(question.index + 1) of \(question.lines.count)\(range): "
      guard let typed = ask(prompt) else {
        console.complain("")
        return .end
      }
      let guess = LineTokens(typed)
      switch guess.text {
      case "" where typed != typed.withoutKeys:
        console.complain("  that was a key; Return alone shows the line")
      case "": return .show
      case "q", "Q": return .rest
      case let text where text.allSatisfy { $0 == "?" } && !question.lines.contains(guess):
        choices = await self.choices(for: &question)
        hasAsked = true
        let shown = choices?.shown ?? ["  there is no other line to choose from"]
        shown.forEach(console.complain)
      default:
        guard let choices else { return .guess(guess, isChoice: false) }
        if let chosen = choices[guess.text] { return .guess(chosen, isChoice: true) }
        if !question.isSlip(guess) { return .guess(guess, isChoice: hasAsked) }
      }
    }
  }

  private func choices(for question: inout Question) async -> LineChoices? {
    if question.plausible == nil {
      let others = await otherPages(than: question.page).flatMap(\.lines)
      question.plausible = PlausibleLines(
        page: question.lines, slug: question.page.slug, others: others)
    }
    return question.plausible?.choices(at: question.index)
  }

  /// The lines of the chapter's other pages. Runs those that have not run yet, without the options
  /// of the command line, so that no server is asked for a choice. A page that fails has the lines
  /// before its error.
  private func otherPages(than current: Page) async -> [(page: Page, lines: [LineTokens])] {
    let others = pages.filter { linesOfPages[$0.slug] == nil }
    if !others.isEmpty { console.complain("  running the chapter's other pages to find choices …") }
    // Input that is typed meanwhile cannot answer choices that are not shown yet.
    defer { console.discardInput() }
    for page in others {
      let recorded = Locked<[String]>([])
      try? await page.run(
        printingTo: Transcript(program: program) { line in recorded.withLock { $0.append(line) } })
      linesOfPages[page.slug] = recorded.withLock { $0 }.flatMap(\.predictableLines)
        .map(\.tokens).filter { !$0.isBlank }
    }
    return knownPages(but: current)
  }

  private func knownPages(but current: Page) -> [(page: Page, lines: [LineTokens])] {
    pages.filter { $0.slug != current.slug }.compactMap { page in
      linesOfPages[page.slug].map { (page, $0) }
    }
  }

  /// Prints a remark on a guess and, if `explaining`, the difference.
  private func remark(on guess: LineTokens, at question: Question, explaining: Bool) {
    let printed = question.lines[question.index]
    guard guess != printed else { return console.complain("  right") }
    let reason = place(of: guess, at: question).map { ": \($0)" } ?? ""
    console.complain("  wrong\(reason)")
    guard explaining else { return }
    let difference = LineDifference(printed: printed, guess: guess)
    difference.lines(width: width).forEach(console.complain)
  }

  /// The place where a wrongly guessed line is printed. Nil if that is not known.
  private func place(of guess: LineTokens, at question: Question) -> String? {
    let (lines, index) = (question.lines, question.index)
    if lines[index...].contains(guess) { return "that line comes later" }
    if let number = lines[..<index].lastIndex(of: guess) { return "that was line \(number + 1)" }
    return knownPages(but: question.page).first { $0.lines.contains(guess) }
      .map { "\($0.page.slug) prints that line" }
  }
}

extension String {
  /// The lines of a printed text, which may have line breaks, with the tokens to compare.
  fileprivate var predictableLines: [(text: String, tokens: LineTokens)] {
    split(separator: "\n", omittingEmptySubsequences: false).map { (String($0), LineTokens($0)) }
  }
}

/// The score of the predicted lines of a page, or of several.
struct PredictionScore: Equatable {
  enum Outcome {
    case typed
    case chosen
    case wrong
    /// Shown without a guess, which is not wrong.
    case shown
  }

  /// The number of lines.
  var total = 0
  private(set) var asked = 0
  private(set) var predicted = 0
  /// The number of predicted lines that were found among choices.
  private(set) var chosen = 0
  /// The number of the first line that was predicted wrongly.
  private(set) var firstWrong: Int?

  mutating func count(_ outcome: Outcome) {
    asked += 1
    switch outcome {
    case .typed: predicted += 1
    case .chosen: (predicted, chosen) = (predicted + 1, chosen + 1)
    case .wrong: firstWrong = firstWrong ?? asked
    case .shown: break
    }
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
