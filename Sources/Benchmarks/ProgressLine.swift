import Terminal

/// One line on standard error that is written over and over; silent unless that is a terminal.
struct ProgressLine {
  private static let eraseLine = "\r\u{1B}[K"

  private let output = StandardStream.error.isTerminal ? StandardStream.error : nil

  func show(_ text: String) {
    // Progress that cannot be shown is no reason to stop.
    try? output?.write(Self.eraseLine + text)
  }

  func clear() { show("") }
}
